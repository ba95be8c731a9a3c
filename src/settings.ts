/** What the operator decides. */
export interface Settings {
  /** TCP port to listen on, 0 to 65535; 0 lets the system pick a free one. */
  readonly port: number;
  /** Host name or address to listen on; `undefined` for every interface, IPv4 and IPv6. */
  readonly host: string | undefined;
}

/** The operator asked for something that cannot be. The message says what to do instead. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

const DEFAULT_PORT = 3000;
const HIGHEST_PORT = 65535;

/**
 * Settings from the environment: `PORT` and `HOST`. A variable that is empty counts as unset.
 * @throws {SettingsError}
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  return {
    port: environment.PORT ? toPort(environment.PORT) : DEFAULT_PORT,
    host: environment.HOST || undefined,
  };
}

function toPort(text: string): number {
  const port = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (port <= HIGHEST_PORT) return port;
  throw new SettingsError(
    `PORT: expected a whole number from 0 to ${HIGHEST_PORT}, got ${JSON.stringify(text)}`,
  );
}
