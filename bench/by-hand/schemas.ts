const id = { type: "string", minLength: 1, maxLength: 128 };
const name = { type: "string", minLength: 1, maxLength: 256 };
const optional = { type: "string", maxLength: 256 };
const money = { type: "integer", minimum: -1_000_000_000_000, maximum: 1_000_000_000_000 };
const charged = { type: "integer", minimum: 1, maximum: 1_000_000_000_000 };
const hashedPan = { type: "string", pattern: "^[0-9a-fA-F]{64}$" };
const keyText = { type: "string", minLength: 1, maxLength: 8192 };
const date =
  "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(?::\\d\\d(?:[.,]\\d{1,9})?)?(?:Z|[+-]\\d\\d(?::?\\d\\d)?)?$";

const lineItem = {
  type: "object",
  required: ["lineItemId", "name", "quantity", "unitPrice", "totalPrice"],
  properties: {
    lineItemId: id,
    name,
    quantity: { type: "number", exclusiveMinimum: 0, maximum: 1_000_000_000 },
    unitPrice: money,
    totalPrice: money,
  },
};

/** Fields that are not listed are part of the receipt. */
const paymentBody = {
  type: "object",
  required: [
    "receiptId",
    "merchantId",
    "merchantName",
    "transactionId",
    "transactionDate",
    "recipientHashedPan",
    "amount",
  ],
  properties: {
    version: { type: "string", minLength: 1, maxLength: 32, default: "1.0" },
    receiptId: id,
    merchantId: id,
    merchantName: name,
    transactionId: id,
    transactionDate: { type: "string", pattern: date },
    currency: { type: "string", pattern: "^[A-Za-z]{3}$", default: "usd" },
    recipientHashedPan: hashedPan,
    amount: charged,
    merchantStreet: optional,
    merchantCity: optional,
    merchantState: optional,
    merchantPostalCode: optional,
    merchantCountry: optional,
    merchantTaxId: optional,
    merchantContactEmail: optional,
    transactionTimezone: optional,
    paymentMethod: optional,
    cardLast4: { type: "string", pattern: "^\\d{4}$" },
    cardBrand: optional,
    subtotal: money,
    taxAmount: money,
    totalAmount: money,
    tipAmount: { type: "integer", minimum: 0, maximum: 1_000_000_000_000 },
    items: { type: "array", maxItems: 500, items: lineItem },
    mockItems: { type: "boolean", default: true },
    cardNonce: optional,
    verificationToken: optional,
    customer: optional,
  },
};

const text = { type: "string" };
const integer = { type: "integer" };

const veroMetadata = {
  type: "object",
  properties: {
    receiptId: text,
    receiptStatus: text,
    keyId: { type: "string", nullable: true },
    algorithm: text,
    encryption: text,
    claimCode: text,
    amount: integer,
    currency: text,
    gateway: text,
    paymentStatus: text,
    mockItems: { type: "boolean" },
    sealedAt: text,
    createdAt: text,
  },
};

const payment = {
  type: "object",
  properties: { paymentId: text, clientSecret: text, orderId: text, veroMetadata },
};

const user = {
  type: "object",
  properties: {
    userId: text,
    keyId: text,
    status: text,
    registeredAt: text,
    deliveredReceipts: integer,
  },
};

const grant = {
  type: "object",
  properties: { tokenId: text, expiresAt: text, expiresIn: integer },
};

const envelope = {
  type: "object",
  properties: {
    protected: text,
    header: { type: "object", properties: { alg: text, kid: text } },
    encrypted_key: text,
    iv: text,
    ciphertext: text,
    tag: text,
    aad: text,
  },
};

const match = {
  type: "object",
  properties: {
    authorizationCode: text,
    networkTransactionId: text,
    acquirerReferenceNumber: text,
    merchantCategoryCode: text,
    terminalId: { type: "null" },
  },
};

const receipts = {
  type: "object",
  properties: {
    userId: text,
    receipts: {
      type: "array",
      items: {
        type: "object",
        properties: {
          paymentId: text,
          kind: text,
          refundOf: { type: "string", nullable: true },
          receiptId: text,
          transactionId: text,
          receiptStatus: text,
          paymentStatus: text,
          gateway: text,
          amount: integer,
          currency: text,
          refundedAmount: integer,
          keyId: { type: "string", nullable: true },
          keyIds: { type: "array", items: text },
          createdAt: text,
          match,
          deliveredAt: text,
          deliveredBy: text,
          sealedAt: text,
          keyKind: text,
        },
      },
    },
    nextCursor: { type: "string", nullable: true },
  },
};

const error = {
  type: "object",
  properties: {
    error: {
      type: "object",
      properties: {
        code: text,
        message: text,
        details: text,
        timestamp: text,
        request_id: text,
      },
    },
  },
};

function answers(data: object) {
  const success = {
    type: "object",
    properties: { success: { type: "boolean" }, data },
  };
  return { "2xx": success, "4xx": error, "5xx": error };
}

const access = {
  type: "object",
  required: ["paymentId", "tokenId"],
  properties: { paymentId: id, tokenId: id },
};

/** The input and output of each route, compiled by Fastify. */
export const schemas = {
  create: {
    params: {
      type: "object",
      required: ["gateway"],
      properties: { gateway: { type: "string", enum: ["gateway_one"] } },
    },
    body: paymentBody,
    response: answers(payment),
  },
  register: {
    body: {
      type: "object",
      required: ["hashedPan", "publicKey", "keyId"],
      properties: { hashedPan, publicKey: keyText, keyId: id },
    },
    response: answers(user),
  },
  grant: {
    body: {
      type: "object",
      required: ["userId", "keyId"],
      properties: {
        userId: id,
        keyId: id,
        paymentId: id,
        consentMethod: { type: "string", enum: ["passkey", "pin", "other"] },
      },
    },
    response: answers(grant),
  },
  envelope: { body: access, response: answers(envelope) },
  decrypt: {
    body: {
      type: "object",
      required: ["paymentId", "tokenId", "privateKey"],
      properties: { paymentId: id, tokenId: id, privateKey: keyText },
    },
    response: answers({ type: "object", additionalProperties: true }),
  },
  list: {
    params: { type: "object", required: ["userId"], properties: { userId: id } },
    querystring: {
      type: "object",
      additionalProperties: false,
      properties: {
        limit: { type: "string", pattern: "^(?:[1-9]\\d?|100)$", default: "20" },
        cursor: { type: "string", maxLength: 256 },
      },
    },
    response: answers(receipts),
  },
};
