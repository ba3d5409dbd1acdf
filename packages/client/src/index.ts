export {
  ApiError,
  type ApiErrorCode,
  type FieldError,
  isUndecided,
} from "../../../lib/client/api-error.ts";
export type { Attempt, CallOptions, ClientOptions } from "../../../lib/client/call.ts";
export { type Client, createClient } from "../../../lib/client/create-client.ts";
export { type DeviceKeys, generateDeviceKeys } from "../../../lib/client/device-keys.ts";
export type { EventPage } from "../../../lib/client/events.ts";
export {
  hashNormalized as hashIdentifier,
  type IdentifierKind,
} from "../../../lib/client/identifier-hash.ts";
export type { List, Page } from "../../../lib/client/list.ts";
export { openEnvelope } from "../../../lib/client/open-envelope.ts";
export { withOwnFields } from "../../../lib/client/own-fields.ts";
export type { CreatedPayment, PaymentRequest } from "../../../lib/client/payments.ts";
export type { Opening } from "../../../lib/client/receipts.ts";
export type { Body, Data, Envelope, Gateway, Query, Schemas } from "../../../lib/client/schemas.ts";
export type { Settled, SettleOptions } from "../../../lib/client/settle-payment.ts";
export {
  type RequestSigningKey,
  type RequestToSign,
  signRequest,
} from "../../../lib/client/sign-request.ts";
export {
  generateSigningKeys,
  readSigningKeys,
  type SigningKeys,
  signChallenge,
} from "../../../lib/client/signing-keys.ts";
export { type ReceiptCheck, verifyReceipt } from "../../../lib/client/verify-receipt.ts";
export {
  verifyWebhook,
  WebhookError,
  type WebhookEvent,
} from "../../../lib/client/verify-webhook.ts";
export { CryptoError, type CryptoErrorReason } from "../../../lib/crypto/crypto-error.ts";
export {
  type MerchantSigningKey,
  type Reservation,
  type SealedAtTill,
  sealReceipt,
} from "../../../lib/crypto/seal-receipt.ts";
export { signReceipt } from "../../../lib/crypto/sign-receipt.ts";
