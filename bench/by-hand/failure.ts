const statuses = {
  invalid_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limit_exceeded: 429,
  internal_server_error: 500,
} as const;

export type Code = keyof typeof statuses;

/** A failure that the caller gets to see. */
export class Failure extends Error {
  readonly code: Code;
  readonly details: string;
  readonly status: number;
  /** The payment that the failure is about. */
  readonly paymentId: string | undefined;

  constructor(code: Code, message: string, details = "", paymentId?: string) {
    super(message);
    this.paymentId = paymentId;
    this.code = code;
    this.details = details;
    this.status = statuses[code];
  }
}
