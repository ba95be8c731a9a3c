import { SettingsError } from './command-line.ts';
import { asTyped } from './npm.ts';

/**
 * The path of the catalogue file: of the arguments that are no options, or else from its variable.
 * @throws {SettingsError} if there are several, or one was not meant as a file
 */
export function fileFrom(positionals: string[], env: NodeJS.ProcessEnv): string | undefined {
  for (const each of positionals) {
    // Word processors and chats turn two hyphens into one of these.
    if (/^[–—]/.test(each)) {
      const option = each.replace(/^[–—]+/, '--');
      throw new SettingsError(
        `${JSON.stringify(each)}: an option begins with two hyphens, as in ${JSON.stringify(option)}`,
      );
    }
    // pnpm passes `--` on, and then all that follows counts as files. Not so `-a.json`.
    if (/^(?:--[a-z]|-[a-z]\d*$)/.test(each)) {
      throw new SettingsError(`${JSON.stringify(each)}: leave out the -- before it`);
    }
  }
  const [path = env.PRODUCTS_FILE || undefined, ...more] = positionals;
  if (path === undefined) return undefined;
  const got = [path, ...more].map((each) => JSON.stringify(each)).join(', ');
  if (/^(?:help|version|serve|start|run)$/.test(path)) {
    const help = asTyped('--help', env);
    throw new SettingsError(`expected a file, got ${got}; there are no commands: see ${help}`);
  }
  if (more.length > 0) throw new SettingsError(`expected one file, got ${got}`);
  if (path === '') throw new SettingsError('expected a file, got an empty name');
  if (/^\d+$/.test(path)) {
    const option = asTyped(`--port ${path}`, env);
    throw new SettingsError(`expected a file, got ${got}; for a port: ${option}`);
  }
  return path;
}
