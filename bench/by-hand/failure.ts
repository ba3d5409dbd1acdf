import { type ErrorCode, errorStatus } from "#lib/core/errors.ts";

/** A failure that the caller sees. */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly details: string;
  readonly status: number;
  /** The payment that the failure is about. */
  readonly paymentId: string | undefined;

  constructor(code: ErrorCode, message: string, details = "", paymentId?: string) {
    super(message);
    this.paymentId = paymentId;
    this.code = code;
    this.details = details;
    this.status = errorStatus[code];
  }
}
