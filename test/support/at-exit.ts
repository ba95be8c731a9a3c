const cleanUps: (() => void)[] = [];
process.on('exit', () => {
  for (const cleanUp of cleanUps) cleanUp();
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/** Has a run that breaks off leave nothing behind: calls `cleanUp` when this process exits. */
export function atExit(cleanUp: () => void): void {
  cleanUps.push(cleanUp);
}
