import { ApiError } from "./api-error.ts";

export type FieldError = { path: string; reason: string };

/** Which fields the service refused, and why; empty for every other failure. */
export function readFieldErrors(error: unknown): FieldError[] {
  if (!(error instanceof ApiError) || error.code !== "invalid_request") return [];
  return error.details.split("; ").flatMap((part) => {
    const [, path, reason] = /^([\w.[\]-]+): (.+)$/.exec(part) ?? [];
    return path && reason ? [{ path, reason }] : [];
  });
}
