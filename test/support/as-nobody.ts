/** Runs an action without the rights of the superuser, who may read any file. */
export async function asNobody(action: () => Promise<void>): Promise<void> {
  const isSuperuser = process.geteuid?.() === 0;
  if (isSuperuser) process.seteuid?.(65534);
  try {
    await action();
  } finally {
    if (isSuperuser) process.seteuid?.(0);
  }
}
