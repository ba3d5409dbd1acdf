import { AppError, type ErrorCode } from "#lib/core/errors.ts";

/** Undefined for what the service may answer, all but its own failures unless told; the rest is a bug. */
export async function attempt<T>(
  call: () => Promise<T>,
  expected?: readonly ErrorCode[],
): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    const isAnswer = error instanceof AppError && error.code !== "internal_server_error";
    if (isAnswer && (expected?.includes(error.code) ?? true)) return undefined;
    throw error;
  }
}
