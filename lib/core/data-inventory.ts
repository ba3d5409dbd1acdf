/**
 * How the service stores a value:
 *
 * - `plain`: in the clear.
 * - `encrypted`: with a key of the service, which can read it; who has the database alone cannot.
 * - `sealed`: to the cardholder's keys, or to escrow until the card is registered.
 * - `keyed_hash`: an HMAC whose key is not in the database.
 * - `derived`: the SHA-256 of what the service derives with a key of its own, and can derive again.
 * - `hashed`: SHA-256, or Argon2id for passwords.
 * - `never`: not at all; it stays on a device.
 */
export const storageForms = [
  "plain",
  "encrypted",
  "sealed",
  "keyed_hash",
  "derived",
  "hashed",
  "never",
] as const;

export type StorageForm = (typeof storageForms)[number];

type Inventory = Record<string, Partial<Record<StorageForm, readonly string[]>>>;

/**
 * The stored data, by table and column, as docs/security/data.md tells it. A column that is not named here is stored in
 * the clear; a test keeps every column of bytes named. `receipt` and `wallet` are no tables: the one is what
 * `payment.ciphertext` holds, the other what never leaves a device.
 */
export const dataInventory = {
  receipt: { sealed: ["shop", "items", "sums", "card", "details"] },
  wallet: { never: ["pin", "private_key", "card_name", "card_digits", "note"] },

  payment: {
    plain: [
      ...["id", "amount", "currency", "status", "created_at", "transaction_at", "delivered_at"],
      ...["merchant_id", "receipt_id", "transaction_id", "refund_reference", "refund_of"],
      ...["provider_reference", "order_id", "gateway", "decline_code", "refunded_amount"],
      ...["receipt_status", "delivered_by", "cardholder_id", "key_id", "sealing_place"],
      ...["iv", "tag", "ephemeral_key"],
    ],
    encrypted: ["client_secret", "match_data"],
    sealed: ["ciphertext", "encrypted_key", "other_recipients"],
    keyed_hash: ["card_index"],
  },
  pending_payment: { encrypted: ["gateway_request"] },
  payment_event: { plain: ["kind", "at", "dispute_id"] },
  payment_sum: { plain: ["amount", "hour"] },
  payment_sum_progress: { plain: ["until"] },
  idempotency_record: {
    plain: ["created_at"],
    keyed_hash: ["key_hash", "fingerprint", "field_marks", "card_index"],
  },
  shop_name: { plain: ["merchant_id", "name"] },
  refund_limit: { plain: ["currency", "amount"] },

  cardholder: {
    plain: ["id", "organization_id", "registered_at", "current_key_id"],
    keyed_hash: ["card_index"],
  },
  cardholder_identifier: { plain: ["kind"], keyed_hash: ["identifier_index"] },
  cardholder_key: { plain: ["key_id", "public_key", "created_at"] },
  escrow_identifier: { keyed_hash: ["identifier_index"] },
  claim_code: { plain: ["claimed_by"], derived: ["hash"] },
  access_token: {
    plain: [
      ...["cardholder_id", "payment_id", "created_at", "used_at", "consent_method"],
      ...["address", "used_address"],
    ],
    hashed: ["hash"],
  },
  erasure: { plain: ["cardholder_id", "erased_at"] },
  pairing: { plain: ["user_code", "key_id", "public_key", "cardholder_id"] },
  pin_share: { encrypted: ["key"], hashed: ["proof_hash"] },
  push_subscription: { encrypted: ["target"], hashed: ["id"] },

  gateway_connection: {
    plain: ["account", "merchant_category_code", "provider", "created_at"],
    encrypted: ["credentials"],
  },
  gateway_event: { plain: ["event_id"] },
  gateway_event_type: { plain: ["last_received_at"] },
  sandbox_payment: { plain: ["payment_id"] },
  sandbox_notice: { plain: ["payment_id"] },
  signing_key: { plain: ["public_key", "name", "kid", "algorithm", "created_at"] },
  signature_requirement: { plain: ["environment"] },
  api_key: {
    plain: ["name", "hint", "last_used_address", "created_by", "scopes", "last_used_at"],
    hashed: ["secret_hash"],
  },
  key_notice: { plain: ["kind"] },

  event_outbox: {
    plain: ["types", "data", "cardholder_id", "key_id", "ephemeral_key"],
    encrypted: ["match_data"],
  },
  event: {
    plain: ["data", "type", "subject", "created_at", "cardholder_id"],
    encrypted: ["match_data"],
  },
  event_log_end: { plain: ["position"] },
  event_mark: { plain: ["position"] },
  webhook_endpoint: {
    plain: ["url", "description", "types", "created_at"],
    encrypted: ["secret", "previous_secret"],
  },
  webhook_delivery: {
    plain: ["type", "status", "event_id", "attempts", "log", "due_at", "created_at"],
  },

  member: {
    plain: ["email", "role", "last_seen_at", "is_guest", "oidc_issuer", "oidc_subject"],
    encrypted: ["totp_secret"],
    hashed: ["password_hash"],
  },
  recovery_code: { hashed: ["hash"] },
  second_factor_reset: { plain: ["member_id"] },
  passkey: { plain: ["name", "public_key", "credential_id", "created_at", "last_used_at"] },
  passkey_challenge: { hashed: ["hash"] },
  session: {
    plain: ["user_agent", "address", "created_at", "last_seen_at"],
    hashed: ["hash"],
  },
  password_reset: { hashed: ["hash"] },
  device_login: {
    plain: ["user_code", "device_name", "address", "session_id"],
    hashed: ["device_code_hash"],
  },
  email_confirmation: { plain: ["email"], hashed: ["hash"] },
  sign_up: { plain: ["email", "organization_name"], hashed: ["hash"] },
  invitation: { plain: ["email", "role"], hashed: ["token_hash"] },
  mail: { encrypted: ["content"] },
  mail_bounce: { plain: ["about"] },
  audit_name: { plain: ["name"] },

  organization: { plain: ["name", "logo", "approved_environments"] },
  audit_entry: {
    plain: ["at", "action", "actor_id", "address", "device", "target", "before", "after"],
  },
  audit_pending: { plain: ["entry_id"] },
  audit_link: { hashed: ["hash"] },
  audit_anchor: { hashed: ["hash"] },
  request_log: {
    plain: ["request_id", "at", "route", "status", "address", "api_key_id", "payment_id"],
  },
  keyring_check: { keyed_hash: ["check"] },
  escrow_key: { plain: ["public_key"] },
  fingerprint_key: { encrypted: ["key"] },
  key_move: { plain: ["cursor"] },
  job_run: { plain: ["name", "ended_at", "failures"] },
  restore: { plain: ["restored_at", "released_at"] },
  service_process: { plain: ["seen_at", "migration"] },

  demo_organization: { plain: ["organization_id", "history_until"] },
  demo_item: { plain: ["id"] },
  demo_step: { plain: ["payment_id"] },
  visit: { plain: ["expires_at"] },
  visit_token: { hashed: ["hash"] },
  visit_card: { keyed_hash: ["card_index"] },
} as const satisfies Inventory;

type Tables = typeof dataInventory;
type ColumnsOf<Forms> = Forms[keyof Forms] extends readonly (infer Column extends string)[]
  ? Column
  : never;

/** The inventory's name of a value: `payment.amount`, `receipt.items`. */
export type StoredValue = {
  [Table in keyof Tables]: `${Table}.${ColumnsOf<Tables[Table]>}`;
}[keyof Tables];

/** The names of the values that are stored in a form: `payment.client_secret`. */
export function listStoredAs(form: StorageForm): string[] {
  return Object.entries<Inventory[string]>(dataInventory).flatMap(([table, forms]) =>
    (forms[form] ?? []).map((column) => `${table}.${column}`),
  );
}
