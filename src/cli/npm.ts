// npm names the script that runs a program in `npm_lifecycle_event`. What it does with these matters here:

/** Whether npm runs this process, and took the options before `--` as its own. */
export function takesOptions(env: NodeJS.ProcessEnv): boolean {
  return ['start', 'dev'].includes(env.npm_lifecycle_event ?? '');
}

/**
 * Whether npm runs this process, and passes a signal on only to its shell, which exits without signalling the service.
 * (`dev` runs `node --watch`, which would stay.)
 */
export function exitsSilently(env: NodeJS.ProcessEnv): boolean {
  return ['start', 'npx'].includes(env.npm_lifecycle_event ?? '');
}

/** npm runs our own scripts in the folder of the package. @returns the folder in which such a script was called */
export function folderOfCaller(env: NodeJS.ProcessEnv): string | undefined {
  const isOurs = takesOptions(env) && env.npm_package_name === 'product-catalogue';
  return isOurs ? env.INIT_CWD : undefined;
}

/** How an option is to be typed, such as `npm start -- --port 3001`; other tools, such as pnpm, would pass `--` on. */
export function asTyped(option: string, env: NodeJS.ProcessEnv): string {
  if (!takesOptions(env)) return option;
  const [tool] = (env.npm_config_user_agent ?? 'npm').split('/');
  const run = env.npm_lifecycle_event === 'start' ? 'start' : `run ${env.npm_lifecycle_event}`;
  return `${tool} ${run} ${tool === 'npm' ? '-- ' : ''}${option}`;
}
