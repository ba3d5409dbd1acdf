import type { ErrorCode } from "#lib/core/errors.ts";

/**
 * `no_answer`: none came, or not all of it. `unreadable`: what answered is not this service, such as a proxy. Services
 * newer than this client may send codes that it does not know: treat those by their status.
 */
export type ApiErrorCode = ErrorCode | "no_answer" | "unreadable" | (string & {});

type ApiErrorFields = {
  status: number;
  code: ApiErrorCode;
  message: string;
  details?: string;
  requestId?: string | undefined;
  paymentId?: string | undefined;
  retryAfter?: number | undefined;
  headers?: Headers;
  cause?: unknown;
};

/** A field of the request that the service refused. */
export type FieldError = { path: string; reason: string };

/** An API call that failed. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number;
  readonly code: ApiErrorCode;
  /** For `invalid_request`: `path: reason` of each field, separated by `; `. */
  readonly details: string;
  /** Names the call in the service's log and in the console. */
  readonly requestId: string | undefined;
  /** The payment that the call was about, where the service knows it. */
  readonly paymentId: string | undefined;
  /** Seconds to wait before another try. */
  readonly retryAfter: number | undefined;
  /** Headers of the answer; empty if there was none. */
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
    this.paymentId = rest.paymentId;
    this.retryAfter = rest.retryAfter;
    this.headers = headers;
  }

  /** The refused fields of `invalid_request`; empty for other failures. */
  get fields(): FieldError[] {
    if (this.code !== "invalid_request") return [];
    return this.details.split("; ").flatMap((text) => {
      const [, path, reason] = /^([\w.[\]-]+): (.+)$/.exec(text) ?? [];
      // Which payment it is about stands behind the fields.
      const isField = path && reason && reason !== this.paymentId;
      return isField ? [{ path, reason }] : [];
    });
  }
}

/** Whether the request may have taken effect despite the error; only repeating it tells. */
export function isUndecided(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === "no_answer" || error.code === "unreadable" || error.status >= 500;
}

/** Whether a create was refused since its payment was canceled. Only `details` tells that from other conflicts. */
export function isOfCanceled({ code, details }: ApiError): boolean {
  return code === "conflict" && details.startsWith("to take the payment after all");
}
