import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { SAMPLE_PRODUCTS } from '../../src/adapters/memory/sample-products.ts';
import { documentedCommands } from '../support/documented-commands.ts';
import { expectNoLoss, Load } from '../support/load.ts';
import { TEA } from '../support/tea.ts';
import { withTimeout } from '../support/with-timeout.ts';

const PORTS = [3001, 3002] as const;
const RESTART = 'restart-instances /srv/catalogue/products.json 3001 3002\n';
const OVERRIDES = '/etc/systemd/system/product-catalogue@.service.d';

/** Runs a shell command beside the packages. @returns its stdout */
async function run(command: string): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-c', command], { cwd: '/srv/packages' });
  return stdout.trimEnd();
}

/** Runs the commands of docs/operations.md that start so, word for word. */
function runDocumented(start: string): Promise<string> {
  return run(documentedCommands('docs/operations.md', start));
}

/** A property of an instance's service: see `systemctl show`. */
function property(name: string, port: number): Promise<string> {
  return run(`systemctl show --value --property ${name} product-catalogue@${port}`);
}

/** The products on a port. The request waits in the socket while the instance starts. */
async function productsAt(port: number): Promise<unknown> {
  return (await fetch(`http://127.0.0.1:${port}/api/products`)).json();
}

/** Waits until systemd has changed a property of the first instance as expected. */
function untilProperty(name: string, isExpected: (value: string) => boolean): Promise<void> {
  let value = '';
  const met = async () => {
    do {
      await delay(100);
      value = await property(name, 3001);
    } while (!isExpected(value));
  };
  return withTimeout(met(), () => `another ${name} than ${value}`, 60_000);
}

/**
 * What docs/operations.md promises of systemd. .ci/systemd boots a machine for these tests, and
 * runs them there: they begin with the commands that the document has for an empty machine.
 */
describe('the units in docs/deploy', function () {
  this.timeout(90_000);

  before(async () => {
    await run(`echo '${JSON.stringify(SAMPLE_PRODUCTS)}' >products.json`);
    await runDocumented('version=0.1.0\n');
    await runDocumented('product-catalogue --check products.json &&\n  install');
    await runDocumented('package=/opt/');
    await runDocumented('sed -i "s|/usr/bin/node|');
    await runDocumented('mkdir -p /etc/systemd/system/');
    await run('mkdir dist && echo "My page" >dist/index.html && systemctl start nginx');
    await runDocumented('cp -r dist/. ');
    await runDocumented('systemctl enable --now product-catalogue@3002\n');
    for (const port of PORTS) expect(await productsAt(port)).to.deep.equal(SAMPLE_PRODUCTS);
  });

  it('are understood by systemd, and leave the service few rights', async () => {
    const units = PORTS.map((port) => `product-catalogue@${port}.service`).join(' ');
    // It only warns of a key that it does not know, and of other units, too.
    const { stderr } = await promisify(execFile)('sh', ['-c', `systemd-analyze verify ${units}`]);
    expect(stderr).not.to.include('product-catalogue');
    await run(`systemd-analyze security --threshold=20 ${units}`);
  });

  it('run behind nginx, which also sends the page', async () => {
    expect(await run('curl --silent http://localhost/')).to.equal('My page');
    expect(await productsAt(80)).to.deep.equal(SAMPLE_PRODUCTS);
  });

  for (const [what, port] of [
    ['the only instance', 3001],
    ['the only instance behind nginx', 80],
  ] as const) {
    it(`restart ${what} under load, and no request is lost`, async () => {
      await expectNoLoss(new Load(port), async () => {
        for (let restart = 0; restart < 2; restart += 1) {
          await run('systemctl restart product-catalogue@3001');
          expect(await productsAt(3001)).to.deep.equal(SAMPLE_PRODUCTS);
        }
      });
    });
  }

  for (const signal of ['KILL', 'HUP']) {
    it(`start an instance again after SIG${signal}`, async () => {
      const pid = await property('MainPID', 3001);
      await run(`kill -s ${signal} ${pid}`);
      await untilProperty('MainPID', (value) => !['0', pid].includes(value));
      expect(await productsAt(3001)).to.deep.equal(SAMPLE_PRODUCTS);
    });
  }

  it('serve new products in a new version, and the old ones after the way back', async () => {
    const expectServed = async (products: unknown, version: string) => {
      const lines = (await runDocumented(RESTART)).split('\n');
      expect(lines.map((line) => line.slice(line.indexOf('(')))).to.deep.equal([version, version]);
      for (const port of PORTS) expect(await productsAt(port)).to.deep.equal(products);
    };
    const update = 'product-catalogue --check /srv/catalogue/new.json';
    await run(`echo '[{"id":7,"name":"Tea"}]' >/srv/catalogue/new.json`);
    const { stderr } = await runDocumented(update).catch((error) => error);
    expect(stderr).to.include('/srv/catalogue/new.json:1:2: [0].price: ');
    await run(`echo '${JSON.stringify([TEA])}' >/srv/catalogue/new.json`);
    await runDocumented(update);
    await runDocumented('version=0.2.0\n');
    await expectServed([TEA], '(version 0.2.0)');
    await runDocumented('ln -sfn 0.1.0 ');
    await runDocumented('mv /srv/catalogue/previous.json ');
    await expectServed(SAMPLE_PRODUCTS, '(version 0.1.0)');
  });

  it('end the restart at an instance that does not serve the file, and show its journal', async () => {
    await run(`mv ${OVERRIDES} /srv/overrides && systemctl daemon-reload`);
    const { code, stderr } = await runDocumented(RESTART).catch((error) => error);
    await run(`mv /srv/overrides ${OVERRIDES} && systemctl daemon-reload`);
    expect(code).to.equal(1);
    expect(stderr).to.match(/: Serving 3 sample products .*:3001/);
    expect(stderr).not.to.include('@3002');
  });

  it('start an instance again until its file is back, and then answer who has waited', async () => {
    await run('mv /srv/catalogue/products.json /srv/catalogue/away.json');
    await run('systemctl restart product-catalogue@3001');
    const products = productsAt(3001);
    // More often than systemd would by default.
    await untilProperty('NRestarts', (value) => Number(value) > 5);
    await run('mv /srv/catalogue/away.json /srv/catalogue/products.json');
    expect(await products).to.deep.equal(SAMPLE_PRODUCTS);
  });

  it('do not start an instance again whose settings are invalid', async () => {
    const file = `${OVERRIDES}/invalid.conf`;
    const command = '/usr/local/bin/product-catalogue --no-such-option';
    await run(`printf '[Service]\\nExecStart=\\nExecStart=${command}\\n' >${file}`);
    await run('systemctl daemon-reload && systemctl restart product-catalogue@3001');
    await untilProperty('ActiveState', (value) => value === 'failed');
    expect(await property('ExecMainStatus', 3001)).to.equal('2');
    expect(await property('NRestarts', 3001)).to.equal('0');
    await run(`rm ${file} && systemctl daemon-reload`);
  });

  it('remove an instance for good', async () => {
    await runDocumented('systemctl disable --now ');
    expect(await productsAt(3002).catch(({ cause }) => cause.code)).to.equal('ECONNREFUSED');
  });
});
