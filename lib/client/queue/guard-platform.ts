import { QueueError } from "./queue-error.ts";

/** What SQLite and the file system throw becomes `storage_failed`. */
export async function guard<T>(use: () => T | Promise<T>): Promise<T> {
  try {
    return await use();
  } catch (cause) {
    const isOfPlatform = cause instanceof Error && "code" in cause;
    if (!isOfPlatform || cause instanceof QueueError) throw cause;
    throw new QueueError("storage_failed", { cause });
  }
}
