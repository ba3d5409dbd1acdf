/** Whether an `import()` failed because its file did not arrive. */
export function isLoadFailure(error: unknown): error is Error {
  return error instanceof Error && error.name === "ChunkLoadError";
}

/**
 * Whether the file is gone from the service: the page was opened before an upgrade, and only a reload helps. False
 * if the service does not answer, or still has the file.
 */
export async function isFileGone(error: unknown): Promise<boolean> {
  const file = isLoadFailure(error) ? findFile(error) : undefined;
  if (file === undefined) return false;
  try {
    const { status } = await fetch(file, { method: "HEAD", cache: "no-store" });
    return status === 404;
  } catch {
    return false;
  }
}

/** The bundler names the file in its message only. */
function findFile({ message }: Error): string | undefined {
  return /\/_next\/static\/[^\s?]+/.exec(message)?.[0];
}
