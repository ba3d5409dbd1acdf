export type OutboundReason = "timeout" | "connection" | "dns" | "tls" | "address_not_allowed";

/** A call that got no answer. The message names no host: the cause does, which only the log may keep. */
export class OutboundError extends Error {
  override readonly name = "OutboundError";
  readonly reason: OutboundReason;

  constructor(reason: OutboundReason, options?: ErrorOptions) {
    super(`an outgoing call failed: ${reason}`, options);
    this.reason = reason;
  }
}
