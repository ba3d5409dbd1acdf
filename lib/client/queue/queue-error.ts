const messages = {
  id_reused: "This id belongs to a sale with other content.",
  references_reused: "Another sale has this merchantId, receiptId, and transactionId.",
  invalid_sale: "The sale cannot be sealed.",
  no_reservation: "No reservation is left to seal the receipt with.",
  no_receipt: "The queue has no copy of the receipt.",
  not_found: "There is no sale with this id.",
  not_settled: "The sale is not settled.",
  not_cancelable: "The sale can no longer be canceled.",
  storage_failed: "The sale could not be stored.",
  storage_gone: "The storage of the queue was deleted.",
  unsupported: "This platform lacks what the queue needs.",
};

export type QueueErrorCode = keyof typeof messages;

/** Why the queue did not do what it was asked. Thrown by `add`, it means that the sale was not accepted. */
export class QueueError extends Error {
  override readonly name = "QueueError";
  readonly code: QueueErrorCode;

  constructor(
    code: QueueErrorCode,
    { message, cause }: { message?: string; cause?: unknown } = {},
  ) {
    super(message ?? messages[code], { cause });
    this.code = code;
  }
}
