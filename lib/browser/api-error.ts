import type { ErrorCode } from "#lib/core/errors.ts";

type ApiErrorFields = {
  status: number;
  /** `no_answer`: the service was not reached. `unreadable`: the answer is not from this service. */
  code: ErrorCode | "no_answer" | "unreadable";
  message: string;
  /** For `invalid_request`: `path: reason` of each field, separated by `; `. */
  details?: string;
  requestId?: string | undefined;
  /** Seconds to wait before another try. */
  retryAfter?: number | undefined;
  /** Headers of the answer; empty if there was none. */
  headers?: Headers;
  cause?: unknown;
};

/** An API call that failed. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: ApiErrorFields["code"];
  readonly details: string;
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;
  readonly headers: Headers;

  constructor({
    status,
    code,
    message,
    details = "",
    headers = new Headers(),
    ...rest
  }: ApiErrorFields) {
    super(message, { cause: rest.cause });
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = rest.requestId;
    this.retryAfter = rest.retryAfter;
    this.headers = headers;
  }
}

/** Whether the request may have taken effect despite the error; only repeating it tells. */
export function isUndecided(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === "no_answer" || error.code === "unreadable" || error.status >= 500;
}
