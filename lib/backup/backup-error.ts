/** A backup that cannot be written or used; the message is one line for the operator. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

export function damaged(cause?: unknown): BackupError {
  return new BackupError("the backup is damaged: it is not what was written", { cause });
}
