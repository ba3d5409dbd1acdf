import vectors from "#public/vectors/sealed-at-the-till.json" with { type: "json" };
import { brokenProofs, type Proof } from "./broken-proofs.ts";

type Json = Record<string, unknown>;

/** What a merchant signed, and what became of it on its way to the cardholder. */
export type Given = {
  /** Of a request, from which the service makes the receipt. */
  body?: Json;
  /** A whole receipt, sealed at the till. */
  till?: Json;
  /** What was signed, if not the JSON of that. */
  text?: string;
  signer?: "ES256" | "EdDSA";
  binding?: Json | null;
  /** Changes: of the JWS's header, the receipt, its proof, and its entry in the list. */
  header?: Json;
  receipt?: Json;
  proof?: (proof: Proof) => unknown;
  listed?: Json;
  publicKey?: string;
  environment?: string;
};

const { p256, otherP256 } = vectors.keys;
const [thumbprint, otherThumbprint] = [p256, otherP256].map(({ keyId }) => keyId.slice(4));
const { publicKey } = p256;

const item = { lineItemId: "1", name: "Bread", quantity: 2, unitPrice: 350, totalPrice: 700 };
const mockItem = { ...item, name: "Sample", mock: true };
const bare = {
  receiptId: "r-1",
  transactionId: "t-1",
  merchantId: "bakery-7",
  merchantName: "Café ☕",
  currency: "eur",
  amount: 700,
};
const sale = { ...bare, items: [item] };
const { amount: _amount, ...unpriced } = sale;
const gateway = "gateway_two";
const place = { organization: "org_1", environment: "development", gateway: "gateway_one" };
const binding = { ...place, request: "create" };
const noteBinding = { ...place, request: "refund", paymentId: "pay_1" };
const ofNote = { paymentId: "ref_1", kind: "refund", refundOf: "pay_1" };
const whole = { refundReference: "back", receiptId: "c-1", transactionId: "x-1" };
const note = { ...whole, amount: 250 };
const shownNote = {
  ...ofNote,
  refundReference: undefined,
  merchantId: "bakery-7",
  currency: "eur",
  amount: 250,
};
const aNote = { body: note, receipt: shownNote, listed: ofNote, binding: noteBinding };
const till = {
  ...sale,
  gateway: "gateway_one",
  paymentId: "pay_1",
  sealedTo: thumbprint,
  sealedAt: "till",
};

const { EdDSA, ES256 } = vectors.signers;
const signed = { state: "signed", signer: EdDSA.thumbprint, madeUp: [] };
const bound = { ...signed, organization: "org_1" };
const byP256 = { ...signed, signer: ES256.thumbprint };
const unsigned = { state: "unsigned" };
const broken = { state: "broken" };
const madeUp = (...parts: string[]) => ({ ...signed, madeUp: parts });
const differs = (...fields: string[]) => ({ state: "differs", fields });
const noProof = { merchantSignature: undefined };

const byService: [string, object, Given][] = [
  ["a sale", bound, { body: sale, binding }],
  ["signed by P-256, for no place", byP256, { body: sale, signer: "ES256" }],
  [
    "in another spelling",
    signed,
    {
      body: sale,
      text:
        '\ufeff{"mockItems":null,"cashier":null,"currency":"EUR", "amount":7.0e2,"transactionId":"t-1",' +
        '"merchantName":"Caf\\u00e9 ☕","receiptId":"r-1","merchantId":"bakery-7","items":' +
        `[${JSON.stringify(item)}]}`,
    },
  ],
  [
    "with what is not part of a receipt",
    signed,
    {
      body: sale,
      text: JSON.stringify({ ...sale, recipientHashedPan: "f", cardNonce: "c", customer: "d" }),
    },
  ],
  [
    "a number beyond 2^53",
    signed,
    {
      body: { ...sale, weight: 2 ** 53 },
      text: JSON.stringify(sale).replace("{", '{"weight":9007199254740993,'),
    },
  ],
  ["no currency", signed, { body: { ...sale, currency: null }, receipt: { currency: "usd" } }],
  ["made-up items", madeUp("items"), { body: bare, receipt: { items: [mockItem] } }],
  [
    "made-up items, as mockItems is null",
    madeUp("items"),
    { body: { ...bare, mockItems: null }, receipt: { mockItems: true, items: [mockItem] } },
  ],
  ["unmarked items", differs("items"), { body: bare, receipt: { items: [mockItem, item] } }],
  [
    "items despite mockItems false",
    differs("items"),
    { body: { ...bare, mockItems: false }, receipt: { items: [mockItem] } },
  ],
  ["items instead of others", differs("items"), { body: sale, receipt: { items: [mockItem] } }],
  [
    "made-up items and amount",
    madeUp("items", "amount"),
    { body: { ...bare, amount: null }, receipt: { gateway, amount: 700, items: [mockItem] } },
  ],
  [
    "the sum of the items at gateway_two",
    signed,
    { body: { ...sale, amount: 1 }, receipt: { gateway, amount: 700 } },
  ],
  [
    "tax and tip on top",
    signed,
    { body: { ...unpriced, taxAmount: 133, tipAmount: 20 }, receipt: { gateway, amount: 853 } },
  ],
  [
    "taxes in the prices",
    signed,
    {
      body: { ...unpriced, taxAmount: 133, pricesIncludeTax: true },
      receipt: { gateway, amount: 700 },
    },
  ],
  [
    "a split tender",
    signed,
    { body: { ...sale, amount: 300, splitTender: true }, receipt: { gateway, amount: 300 } },
  ],
  ["not the sum", differs("amount"), { body: unpriced, receipt: { gateway, amount: 600 } }],
  ["another amount", differs("amount"), { body: sale, receipt: { amount: 600 } }],
  [
    "another name, and a field more",
    differs("merchantName", "note"),
    { body: sale, receipt: { merchantName: "Other", note: "x" } },
  ],
  ["a field less", differs("note"), { body: { ...sale, note: "x" }, receipt: { note: undefined } }],
  ["1 for true", differs("gift"), { body: { ...sale, gift: true }, receipt: { gift: 1 } }],
  ["a list for an object", differs("own"), { body: { ...sale, own: {} }, receipt: { own: [] } }],
  ["unsigned", unsigned, { body: sale, receipt: noProof }],
];

const inTheList: [string, object, Given][] = [
  ["its currency in capitals", signed, { body: sale, listed: { currency: "EUR" } }],
  ["another payment", differs("paymentId"), { body: sale, listed: { paymentId: "pay_2" } }],
  [
    "other fields",
    differs("receiptId", "amount", "gateway", "currency"),
    {
      body: sale,
      listed: { receiptId: "r-2", amount: 701, gateway, currency: "usd" },
    },
  ],
  [
    "another amount than the unsigned one",
    differs("amount"),
    { body: sale, receipt: noProof, listed: { amount: 701 } },
  ],
];

const bindings: [string, object, Given][] = [
  ["in its environment", bound, { body: sale, binding, environment: "development" }],
  [
    "in another environment",
    differs("environment"),
    { body: sale, binding, environment: "production" },
  ],
  ["at another gateway", differs("gateway"), { body: sale, binding: { ...binding, gateway } }],
  ["for a refund", differs("kind", "refundOf"), { body: sale, binding: noteBinding }],
  [
    "for no organization",
    differs("sealslip"),
    { body: sale, binding: { ...binding, organization: "" } },
  ],
  ["for null", differs("gateway", "kind", "sealslip"), { body: sale, binding: null }],
];

const refunds: [string, object, Given][] = [
  ["a credit note", bound, aNote],
  ["of the whole", { ...bound, madeUp: ["amount"] }, { ...aNote, body: whole }],
  ["another amount", differs("amount"), { ...aNote, receipt: { ...shownNote, amount: 200 } }],
  ["a field more", differs("note"), { ...aNote, receipt: { ...shownNote, note: "x" } }],
  [
    "of another sale",
    differs("refundOf"),
    { ...aNote, binding: { ...noteBinding, paymentId: "pay_2" } },
  ],
];

const byTill: [string, object, Given][] = [
  ["a sale", bound, { till, binding, publicKey }],
  [
    "for two devices",
    signed,
    { till: { ...till, sealedTo: [otherThumbprint, thumbprint] }, publicKey },
  ],
  ["for another key", differs("sealedTo"), { till, publicKey: otherP256.publicKey }],
  [
    "unsigned, for another key",
    differs("sealedTo"),
    { till, receipt: noProof, publicKey: otherP256.publicKey },
  ],
  ["with nulls", signed, { till: { ...till, kind: null, refundOf: null } }],
  [
    "with a sealedTo that was put right",
    differs("sealedTo"),
    { till: { ...till, sealedTo: otherThumbprint }, receipt: { sealedTo: thumbprint }, publicKey },
  ],
  [
    "with made-up items",
    differs("items"),
    { till: { ...till, items: undefined }, receipt: { items: [mockItem] } },
  ],
  ["a credit note", bound, { till: { ...till, ...ofNote }, binding: noteBinding }],
];

const forEscrow = { ...till, sealedTo: otherThumbprint };
const fromEscrow = { sealedAt: "till", keyKind: "escrow" };

const byTillForEscrow: [string, object, Given][] = [
  ["a sale", bound, { till: forEscrow, listed: fromEscrow, binding, publicKey }],
  [
    "a sale, its key in a list of one",
    signed,
    { till: { ...till, sealedTo: [otherThumbprint] }, listed: fromEscrow, publicKey },
  ],
  ["unsigned", unsigned, { till: forEscrow, listed: fromEscrow, receipt: noProof, publicKey }],
  [
    "a credit note",
    bound,
    {
      till: { ...forEscrow, ...ofNote },
      listed: fromEscrow,
      binding: noteBinding,
      publicKey,
    },
  ],
  [
    "and for this device",
    signed,
    { till: { ...till, sealedTo: [otherThumbprint, thumbprint] }, listed: fromEscrow, publicKey },
  ],
  [
    "which has one key",
    differs("sealedTo"),
    {
      till: { ...till, sealedTo: [otherThumbprint, "A".repeat(43)] },
      listed: fromEscrow,
      publicKey,
    },
  ],
  [
    "naming no key",
    differs("sealedTo"),
    { till: { ...till, sealedTo: undefined }, listed: fromEscrow, publicKey },
  ],
  [
    "naming what is no thumbprint",
    differs("sealedTo"),
    { till: { ...till, sealedTo: `${otherThumbprint}=` }, listed: fromEscrow, publicKey },
  ],
  [
    "naming a thumbprint with a line break",
    differs("sealedTo"),
    { till: { ...till, sealedTo: `${otherThumbprint}\n` }, listed: fromEscrow, publicKey },
  ],
  [
    "listed for the cardholder",
    differs("sealedTo"),
    { till: forEscrow, listed: { ...fromEscrow, keyKind: "cardholder" }, publicKey },
  ],
  [
    "listed as sealed by the service",
    differs("sealedTo"),
    { till: forEscrow, listed: { ...fromEscrow, sealedAt: "service" }, publicKey },
  ],
  [
    "and changed",
    differs("merchantName"),
    { till: forEscrow, receipt: { merchantName: "Other" }, listed: fromEscrow, publicKey },
  ],
];

/** Name, what verifyReceipt finds, and what it is given. */
export const receiptCheckCases: [string, object, Given][] = [
  ...byService,
  ...inTheList.map(([name, check, given]) => [`in the list, ${name}`, check, given] as const),
  ...bindings.map(([name, check, given]) => [`signed ${name}`, check, given] as const),
  ...refunds.map(([name, check, given]) => [`refund: ${name}`, check, given] as const),
  ...byTill.map(([name, check, given]) => [`sealed at the till, ${name}`, check, given] as const),
  ...byTillForEscrow.map(
    ([name, check, given]) => [`sealed at the till for escrow, ${name}`, check, given] as const,
  ),
  ...brokenProofs.map(([name, change]) => [name, broken, { body: sale, ...change }] as const),
].map(([name, check, given]) => [name, check, given]);
