/** A column of values that the keyring has encrypted. */
type EncryptedColumn = {
  table: string;
  column: string;
  /** Unique, and indexed: the rows are processed in its order. */
  key: string;
  keyType: "text" | "bytea" | "smallint" | "bigint";
  /** Expressions for the context that binds a value to its row. */
  context: readonly string[];
};

/** Every encrypted column of the database. The key version is at the beginning of each value. */
export const encryptedColumns = {
  clientSecret: {
    table: "payment",
    column: "client_secret",
    key: "id",
    keyType: "text",
    context: ["id"],
  },
  matchData: {
    table: "payment",
    column: "match_data",
    key: "id",
    keyType: "text",
    context: ["id"],
  },
  matchDataOfEvent: {
    table: "event",
    column: "match_data",
    key: "id",
    keyType: "text",
    context: ["coalesce(data->>'refundId', data->>'paymentId')"],
  },
  matchDataInOutbox: {
    table: "event_outbox",
    column: "match_data",
    key: "sequence",
    keyType: "bigint",
    context: ["payment_id"],
  },
  gatewayRequest: {
    table: "pending_payment",
    column: "gateway_request",
    key: "payment_id",
    keyType: "text",
    context: ["payment_id"],
  },
  credentials: {
    table: "gateway_connection",
    column: "credentials",
    key: "id",
    keyType: "text",
    context: ["organization_id", "environment", "gateway", "provider"],
  },
  totpSecret: {
    table: "member",
    column: "totp_secret",
    key: "id",
    keyType: "text",
    context: ["id"],
  },
  pushTarget: {
    table: "push_subscription",
    column: "target",
    key: "id",
    keyType: "bytea",
    context: ["encode(id, 'hex')"],
  },
  letter: {
    table: "mail",
    column: "content",
    key: "id",
    keyType: "text",
    context: ["id"],
  },
  pinShare: {
    table: "pin_share",
    column: "key",
    key: "id",
    keyType: "text",
    context: ["id"],
  },
  fingerprintKey: {
    table: "fingerprint_key",
    column: "key",
    key: "version",
    keyType: "smallint",
    context: ["version"],
  },
  // In this order: a rotation copies the first one to the second.
  webhookSecret: {
    table: "webhook_endpoint",
    column: "secret",
    key: "id",
    keyType: "text",
    context: ["id"],
  },
  previousWebhookSecret: {
    table: "webhook_endpoint",
    column: "previous_secret",
    key: "id",
    keyType: "text",
    context: ["id"],
  },
} as const satisfies Record<string, EncryptedColumn>;

export type EncryptedColumnName = keyof typeof encryptedColumns;

/** SQL for the version at the beginning of an encrypted value (lib/crypto/keyring.ts). */
export function versionOf(column: string): string {
  return `(get_byte(${column}, 0) * 256 + get_byte(${column}, 1))`;
}
