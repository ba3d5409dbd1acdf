import type { ErrorCode } from "./error-codes.ts";

type AppErrorOptions = {
  message: string;
  /** Shown to the caller beside the message; never a value that the caller sent. */
  details?: string;
  /** Kept for the log, never shown. */
  cause?: unknown;
  /** Headers that belong to the answer, such as Retry-After (seconds) or Allow. */
  headers?: Record<string, string>;
  /** The payment that failed; for the request log, never shown. */
  paymentId?: string;
};

/** A failure that the caller is told about. Message and details are written for strangers. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly details: string;
  readonly headers: Record<string, string>;
  readonly paymentId: string | undefined;

  constructor(
    code: ErrorCode,
    { message, details = "", cause, headers = {}, paymentId }: AppErrorOptions,
  ) {
    super(message, { cause });
    this.code = code;
    this.details = details;
    this.headers = headers;
    this.paymentId = paymentId;
  }
}
