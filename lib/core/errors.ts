type AppErrorOptions = {
  message: string;
  /** Shown to the caller beside the message; never a value that the caller sent. */
  details?: string;
  /** Kept for the log, never shown. */
  cause?: unknown;
  /** Headers that belong to the answer, such as Retry-After (seconds) or Allow. */
  headers?: Record<string, string>;
  /** The payment that the failure is about: named in the details and in a header. */
  paymentId?: string | undefined;
};

/** A failure that the caller sees. Message and details are written for strangers. */
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
    const named = paymentId === undefined ? [] : [`paymentId: ${paymentId}`];
    this.details = [...(details === "" ? [] : [details]), ...named].join("; ");
    this.headers = { ...headers, ...(paymentId !== undefined && { "X-Payment-Id": paymentId }) };
    this.paymentId = paymentId;
  }

  /** The same failure, naming the payment. */
  about(paymentId: string): AppError {
    const { code, message, details, headers, cause } = this;
    return new AppError(code, { message, details, headers, cause, paymentId });
  }
}

/** Every code of the error shape and the HTTP status it is sent with. */
export const errorStatus = {
  invalid_request: 400,
  invalid_signature: 400,
  unauthorized: 401,
  payment_declined: 402,
  forbidden: 403,
  step_up_required: 403,
  second_factor_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limit_exceeded: 429,
  internal_server_error: 500,
  service_unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

export const errorCodes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]];
