/** One request of the collection. */
export type Step = {
  operationId: string;
  /** Of a further request of the operation; else its summary. */
  name?: string;
  /** Fields in place of those of the documented example; with `{{variables}}`. */
  body?: Record<string, unknown>;
  /** Runs before the request. */
  before?: string[];
  /** Variables to set from the `data` of the answer, with the path there: `events.0.eventId`. */
  keep?: Record<string, string>;
  /** Sent again until `keep` finds its value, such as an event that is about to be published. */
  repeats?: true;
};

const references = (sale: string) => ({
  receiptId: `{{run}}-${sale}`,
  transactionId: `till-1-{{run}}-${sale}`,
  recipientHashedPan: "{{hashedPan}}",
});

/** In the order in which they are sent: each needs only what earlier ones have kept. */
export const steps: Record<string, Step[]> = {
  Onboarding: [
    { operationId: "getCaller" },
    {
      operationId: "generateKeys",
      before: [
        "// Of this run alone, so that the collection can be run again.",
        'const draw = () => Array.from({ length: 64 }, () => Math.floor(Math.random() * 16).toString(16)).join("");',
        'pm.collectionVariables.set("run", String(Date.now()));',
        'pm.collectionVariables.set("since", new Date().toISOString());',
        'pm.collectionVariables.set("hashedPan", draw());',
        'pm.collectionVariables.set("unknownHashedPan", draw());',
        'pm.collectionVariables.set("hashedReference", draw());',
      ],
      keep: { publicKey: "publicKey", privateKey: "privateKey" },
    },
    {
      operationId: "registerUser",
      body: { hashedPan: "{{hashedPan}}", publicKey: "{{publicKey}}" },
      keep: { userId: "userId" },
    },
    {
      operationId: "registerUsers",
      body: {
        registrations: [
          { hashedPan: "{{hashedPan}}", publicKey: "{{publicKey}}", keyId: "phone-of-2026" },
        ],
      },
    },
    { operationId: "listUsers" },
    {
      operationId: "registerIdentifier",
      body: { kind: "reference", hash: "{{hashedReference}}" },
      keep: { identifierId: "identifierId" },
    },
    { operationId: "listIdentifiers" },
    { operationId: "findUser", body: { hash: "{{hashedReference}}" } },
    { operationId: "endIdentifier" },
  ],
  Payments: [
    { operationId: "preparePayment", body: { recipientHashedPan: "{{hashedPan}}" } },
    { operationId: "createPayment", body: references("1"), keep: { paymentId: "paymentId" } },
    { operationId: "findPayments" },
    { operationId: "getPayment" },
    {
      operationId: "refundPayment",
      body: {
        refundReference: "return-{{run}}",
        receiptId: "{{run}}-2",
        transactionId: "till-1-{{run}}-2",
      },
    },
    { operationId: "listRefunds" },
    {
      operationId: "createPayment",
      name: "Create a payment that requires confirmation",
      body: { ...references("3"), paymentMethod: "sandbox_requires_confirmation" },
      keep: { paymentId: "paymentId" },
    },
    { operationId: "confirmSandboxPayment" },
    { operationId: "cancelPayment" },
    {
      operationId: "cancelByReference",
      body: { receiptId: "{{run}}-4", transactionId: "till-1-{{run}}-4" },
    },
  ],
  Keys: [
    { operationId: "addKey" },
    { operationId: "listKeys" },
    { operationId: "retireKey" },
    {
      operationId: "rotateKey",
      body: { userId: "{{userId}}" },
    },
  ],
  Receipts: [
    { operationId: "listReceipts", keep: { paymentId: "receipts.0.paymentId" } },
    {
      operationId: "grantAccess",
      body: { userId: "{{userId}}", paymentId: "{{paymentId}}" },
      keep: { tokenId: "tokenId" },
    },
    { operationId: "getEnvelope", body: { paymentId: "{{paymentId}}", tokenId: "{{tokenId}}" } },
    {
      operationId: "grantAccess",
      name: "Grant access to it once more",
      body: { userId: "{{userId}}", paymentId: "{{paymentId}}" },
      keep: { tokenId: "tokenId" },
    },
    {
      operationId: "decryptReceipt",
      body: {
        paymentId: "{{paymentId}}",
        tokenId: "{{tokenId}}",
        privateKey: "{{privateKey}}",
      },
    },
    {
      operationId: "createPayment",
      name: "Create a payment for a card that is not registered",
      body: { ...references("5"), recipientHashedPan: "{{unknownHashedPan}}" },
      keep: { claimCode: "veroMetadata.claimCode" },
    },
    { operationId: "claimReceipt", body: { userId: "{{userId}}", claimCode: "{{claimCode}}" } },
  ],
  Webhooks: [
    { operationId: "listEvents", keep: { eventId: "events.0.eventId" }, repeats: true },
    { operationId: "getEvent" },
    {
      operationId: "createWebhookEndpoint",
      body: { url: "{{webhookUrl}}" },
      keep: { endpointId: "endpointId" },
    },
    { operationId: "listWebhookEndpoints" },
    { operationId: "getWebhookEndpoint" },
    { operationId: "testWebhookEndpoint" },
    {
      operationId: "listWebhookDeliveries",
      keep: { deliveryId: "deliveries.0.deliveryId" },
      repeats: true,
    },
    { operationId: "getWebhookDelivery" },
    { operationId: "resendWebhookDelivery" },
    { operationId: "resendWebhookEvents", body: { since: "{{since}}" } },
    { operationId: "rotateWebhookSecret" },
    { operationId: "changeWebhookEndpoint" },
    { operationId: "deleteWebhookEndpoint" },
  ],
  Service: [{ operationId: "health" }, { operationId: "ready" }, { operationId: "openapi" }],
  "Clean up": [{ operationId: "eraseUser" }],
};
