import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { expect } from 'chai';
import { sampleProducts } from '../../src/adapters/memory/sample-products.ts';
import { Nginx } from '../fleet/nginx.ts';
import { expectNoLoss, Load } from '../support/load.ts';
import { GET_LIST } from '../support/raw-http.ts';
import { once } from '../support/with-timeout.ts';
import { commandsFor, property, run, runDocumented, setEnvironment, until } from './machine.ts';

const PORTS = [3001, 3002] as const;
const RESTART = '(\n  for port in 3001 3002; do';
const START = 'mkdir -p /etc/systemd/system/';
const FILE = '/srv/catalogue/products.json';

/** Asks an instance. The request waits in the socket while the instance starts. */
async function ask(port: number, path = '/api/products'): Promise<unknown> {
  return (await fetch(`http://127.0.0.1:${port}${path}`)).json();
}

/** Checks that an instance has another process than `pid`, and is back. */
async function expectSuccessor(port: number, pid: string): Promise<void> {
  await until(async () => !['0', pid].includes(await property('MainPID', port)));
  expect(await ask(port)).to.deep.equal(sampleProducts);
}

/** What docs/operations.md promises of systemd: .ci/systemd boots it for these tests. */
describe('the units in docs/deploy', function () {
  // Under load, both instances are restarted three times.
  this.timeout(90_000);

  before(async () => {
    await run(`echo '${JSON.stringify(sampleProducts)}' >products.json`);
    await runDocumented('sha256sum ');
    await runDocumented('version=0.1.0\n');
    await runDocumented('product-catalogue --check products.json &&\n  install');
    await runDocumented('package=/opt/');
    await runDocumented('sed -i "s|/usr/bin/node|');
    await runDocumented(START);
    for (const port of PORTS) expect(await ask(port)).to.deep.equal(sampleProducts);
  });

  it('run the service as one user without rights, without a network, and with nothing to write to', async () => {
    const pids = await Promise.all(PORTS.map((port) => property('MainPID', port)));
    const users = await Promise.all(pids.map((pid) => run(`stat --format %u /proc/${pid}`)));
    const [pid] = pids;
    const [user] = users;
    expect(Number(user)).to.be.above(60_000);
    expect(users).to.deep.equal([user, user]);
    const status = await run(`grep -E '^(CapEff|CapBnd|NoNewPrivs|Seccomp):' /proc/${pid}/status`);
    expect(status.replace(/\s+/g, ' ')).to.equal(
      'CapEff: 0000000000000000 CapBnd: 0000000000000000 NoNewPrivs: 1 Seccomp: 2',
    );
    const asService = `nsenter -t ${pid} -m setpriv --reuid ${user} --regid ${user} --clear-groups`;
    const find =
      "find / '(' -path /proc -o -path /sys ')' -prune -o '(' -type d -o -type f ')' -writable";
    // It may not read every folder, which find reports.
    expect(await run(`${asService} ${find} -print 2>/dev/null || true`)).to.equal('');
    const networks = await run(`readlink /proc/${pid}/ns/net /proc/1/ns/net`);
    expect(new Set(networks.split('\n'))).to.have.property('size', 2);
  });

  for (const signal of ['SIGKILL', 'SIGHUP']) {
    it(`bring an instance back after ${signal}`, async () => {
      const pid = await property('MainPID', 3001);
      await run(`kill -s ${signal.slice(3)} ${pid}`);
      await expectSuccessor(3001, pid);
    });
  }

  it('lose no request in a restart of one instance under load', async () => {
    await expectNoLoss(new Load(3001), async () => {
      for (let restart = 0; restart < 3; restart += 1) {
        const pid = await property('MainPID', 3001);
        await run('systemctl restart product-catalogue@3001');
        await expectSuccessor(3001, pid);
      }
    });
  });

  it('lose no request behind nginx, restarted in turn, updated and put back', async () => {
    const nginx = new Nginx();
    await nginx.start(PORTS);
    // Without the response that differs in the second version.
    const targets = ['/api/products', '/api/products/2', '/api/products/9'];
    const load = new Load(nginx.ports.http, { targets });
    const expectVersion = async (error: string) => {
      for (const port of PORTS) expect(await ask(port, '/')).to.deep.equal({ error });
    };
    try {
      await expectNoLoss(load, async () => {
        await runDocumented(RESTART);
        await runDocumented('version=0.2.0\n');
        await runDocumented(RESTART);
        await expectVersion('Not found by 0.2.0');
        await runDocumented('ln -sfn 0.1.0 ');
        await runDocumented(RESTART);
        await expectVersion('Not found');
      });
    } finally {
      await nginx.stop();
    }
  });
});

/** What docs/operations.md promises of a products file, and of a service that cannot start. */
describe('the units in docs/deploy, with a products file', function () {
  // A stop with a slow client takes 10 s, and twelve restarts take some 20 s.
  this.timeout(90_000);

  const write = (name: string, json: string) => run(`echo '${json}' >/srv/catalogue/${name}`);

  afterEach(async () => {
    await write('products.json', JSON.stringify(sampleProducts));
    await runDocumented(START);
    await run('systemctl restart product-catalogue@3001');
    expect(await ask(3001)).to.deep.equal(sampleProducts);
  });

  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

  it('update the file and go back as documented, and never serve one that is not valid', async () => {
    const update = 'product-catalogue --check /srv/catalogue/new.json';
    await write('new.json', '[{"id":7,"name":"Tea"}]');
    const refused = await runDocumented(update).catch(({ stderr }) => stderr);
    expect(refused).to.include('/srv/catalogue/new.json:1: [0].price: ');
    const valid = '[{"id":7,"name":"Tea","price":3.5}]';
    await write('new.json', valid);
    await run('chmod 600 /srv/catalogue/new.json');
    await runDocumented(update);
    expect((await runDocumented(RESTART)).split('\n')).to.deep.equal(
      PORTS.map(
        (port) =>
          `Serving 1 product of ${FILE} at http://127.0.0.1:${port}/api/products (version ${version})`,
      ),
    );
    for (const port of PORTS) expect(await ask(port)).to.deep.equal(JSON.parse(valid));
    await runDocumented('mv /srv/catalogue/previous.json ');
    await runDocumented(RESTART);
    for (const port of PORTS) expect(await ask(port)).to.deep.equal(sampleProducts);
  });

  it('end the documented restart with an error and the journal if they serve another file', async () => {
    await setEnvironment('PRODUCTS_FILE=');
    const { code, stdout } = await runDocumented(RESTART).catch((error) => error);
    expect(code).to.equal(1);
    expect(stdout).to.match(/: Serving 3 sample products .*$/m);
  });

  it('stop an instance after 10 s if a client does not read, and say so', async () => {
    const product = `{"id":1,"name":"'$(head -c 100000 /dev/zero | tr '\\0' x)'","price":1}`;
    await write('products.json', `[${Array(200).fill(product).join()}]`);
    await run('systemctl restart product-catalogue@3001');
    const client = connect(3001, '127.0.0.1');
    client.write(GET_LIST);
    await once(client, 'readable');
    await run('systemctl stop product-catalogue@3001');
    client.destroy();
    expect(await property('ExecMainStatus', 3001)).to.equal('1');
    expect(await run('journalctl --unit product-catalogue@3001 --output cat')).to.include(
      'clients disconnected before they had their response: 1',
    );
  });

  it('do not restart an instance with an invalid setting', async () => {
    const unit = '/etc/systemd/system/product-catalogue@.service';
    await run(`sed -i 's|main\\.js$|& --color|' ${unit} && systemctl daemon-reload`);
    await run('systemctl restart product-catalogue@3001');
    await until(async () => (await property('ActiveState', 3001)) === 'failed');
    expect(await property('ExecMainStatus', 3001)).to.equal('2');
    expect(await property('NRestarts', 3001)).to.equal('0');
    await run(`sed -i 's| --color$||' ${unit} && systemctl daemon-reload`);
  });

  it('bring an instance back when its file comes back, and answer who waited', async () => {
    await run(`rm ${FILE}`);
    await run('systemctl restart product-catalogue@3001');
    const answer = ask(3001);
    // More often than systemd's default limit allows, which takes some 20 s.
    await until(async () => Number(await property('NRestarts', 3001)) >= 12);
    const [count = '', why = ''] = commandsFor('one instance restarts for ever');
    expect(await run(count)).to.match(/^NRestarts=\d{2}$/m);
    expect(await run(why)).to.include(`${FILE}: no such file or directory`);
    await write('products.json', '[]');
    expect(await answer).to.deep.equal([]);
    const [what = ''] = commandsFor('a wrong list');
    expect(await run(what)).to.match(/: Serving 0 products of .* \(version .*\)$/);
  });

  it('show with the documented commands what is down or frozen, and how much memory is used', async () => {
    const [list = '', start = ''] = commandsFor('502 for every request');
    const [ask1 = '', restart = ''] = commandsFor('one instance is frozen');
    const [memory = ''] = commandsFor('much memory');
    await run('systemctl stop product-catalogue@3001.socket');
    expect(await run(list)).to.match(/@3001.service +loaded inactive /);
    await run(start);
    expect(await run(list)).to.match(/@3001.service +loaded active running/);
    await run(`kill -s STOP ${await property('MainPID', 3001)}`);
    expect(await run(ask1).catch(({ code }) => code)).to.equal(28);
    await run(restart);
    expect(await ask(3001)).to.deep.equal(sampleProducts);
    expect(await run(memory)).to.match(/^VmHWM:.*\nVmRSS:.* kB$/);
  });

  it('remove an instance for good', async () => {
    await runDocumented('systemctl disable --now ');
    expect(await run("systemctl list-units --all 'product-catalogue@*'")).not.to.include('@3002');
    expect(await ask(3002).catch(({ cause }) => cause.code)).to.equal('ECONNREFUSED');
  });
});
