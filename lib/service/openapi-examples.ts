import { sampleCard } from "#lib/core/sample-card.ts";
import sealedExamples from "./sealed-examples.json" with { type: "json" };

export type BodyExample = {
  value: unknown;
  /** The status for the unchanged example: 404 if it needs the caller's own ids, 400 if a reservation of theirs. */
  status: 200 | 201 | 400 | 404;
};

/** An example for each operation with a body; not beside the schemas, which browsers load, too. */
export function bodyExamples(): Record<string, BodyExample> {
  return {
    registerUser: {
      value: { hashedPan: sampleCard.hashedPan, publicKey, keyId: "phone-of-2026" },
      status: 201,
    },
    registerUsers: {
      value: {
        registrations: [
          { hashedPan: sampleCard.hashedPan, publicKey, keyId: "phone-of-2026" },
          { hashedPan: otherHashedPan, publicKey: nextPublicKey, keyId: "phone-of-2027" },
        ],
      },
      status: 200,
    },
    registerIdentifier: { value: { kind: "par", hash: hashedPar }, status: 404 },
    findUser: { value: { kind: "reference", hash: hashedReference }, status: 404 },
    claimReceipt: { value: { claimCode: "clm_2kQ0bYxJ7VdHn4sTzL9wGfRpEaC", userId }, status: 404 },
    preparePayment: { value: { recipientHashedPan: sampleCard.hashedPan }, status: 200 },
    createPayment: { value: payment, status: 201 },
    cancelByReference: { value: { merchantId, receiptId, transactionId }, status: 200 },
    refundPayment: { value: refund, status: 404 },
    confirmSandboxPayment: { value: { outcome: "succeeded" }, status: 404 },
    grantAccess: {
      value: { userId, keyId: "phone-of-2026", paymentId: access.paymentId, consentMethod: "pin" },
      status: 404,
    },
    rotateKey: {
      value: { userId, keyId: "phone-of-2027", publicKey: nextPublicKey },
      status: 404,
    },
    addKey: { value: { keyId: "tablet", publicKey: p256PublicKey }, status: 404 },
    getEnvelope: { value: access, status: 404 },
    createWebhookEndpoint: {
      value: {
        url: "https://corner-bakery.example/webhooks",
        types: ["payment.failed", "refund.failed", "dispute.opened"],
        description: "Tells the tills",
      },
      status: 201,
    },
    changeWebhookEndpoint: { value: { status: "disabled" }, status: 404 },
    resendWebhookEvents: { value: { since: "2026-11-20T00:00:00Z" }, status: 404 },
    decryptReceipt: { value: { ...access, privateKey }, status: 404 },
  };
}

/** The same with the receipt sealed at the till, for the operations that take it so. */
export function sealedBodyExamples(): Record<string, BodyExample> {
  const { currency } = payment;
  const { refundReference, receiptId: noteId, transactionId: returnId } = refund;
  const clearRefund = {
    ...{ refundReference, merchantId, receiptId: noteId, transactionId: returnId },
    ...{ transactionDate: refund.transactionDate, currency, amount: refund.amount },
  };
  return {
    createPayment: { value: examplePayments.sealed, status: 400 },
    refundPayment: { value: { ...clearRefund, ...sealedExamples.refund }, status: 404 },
  };
}

/** Of 5555555555554444, a test number as well. */
const otherHashedPan = "2f725bbd1f405a1ed0336abaf85ddfeb6902a9984a76fd877c3b5cc3b5085a82";

/** Of Q1HJZ28RKA1EBL470G9XYG90R5D3E and of customer-4711. */
const hashedPar = "12b37240a5f402e4a766d098583dd478507586f6f01c784e7b9013fe09feb39f";
const hashedReference = "85d0c1e318151f3beceed00efefeed7f3961b0b4a4db57e06746fd02733cd63d";
/** Of a P-256 pair that was made for this page. */
const p256PublicKey =
  "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEdYmLPMcljR3mUNptkeFYspYlOImGIrSDrgJbvhnODeOJdE4eEsKbb9zDd3vyOhYLyHyaGiwjI61oh5iSSg8HDg==";

const userId = "usr_01a2009f3c5e7b41a8d2c96f10e37b54";
const access = {
  paymentId: "pay_01a200a14f6c7d92b3e80a57c41f96d8",
  tokenId: "tok_5nTqXc0WmE8yRfJ2aLh6Vd1KzPb9GuS4oIrYx7Ce3Dk",
};

const payment = {
  merchantId: "corner-bakery",
  merchantName: "Corner Bakery",
  receiptId: "2026-11-20-0042",
  transactionId: "till-1-0042",
  transactionDate: "2026-11-20T09:30:00+01:00",
  currency: "eur",
  amount: 1250,
  recipientHashedPan: sampleCard.hashedPan,
  items: [
    {
      lineItemId: "1",
      name: "Rye loaf",
      quantity: 1.1,
      unit: "kg",
      unitPrice: 500,
      totalPrice: 550,
      taxCode: "B",
    },
    {
      lineItemId: "2",
      name: "Croissant",
      quantity: 2,
      unitPrice: 400,
      discountAmount: 100,
      totalPrice: 700,
      gtin: "4006381333931",
      taxCode: "B",
    },
  ],
  mockItems: false,
  pricesIncludeTax: true,
  taxes: [{ name: "VAT", ratePercent: 7, net: 1168, amount: 82, code: "B" }],
  terminalId: "till-1",
  cashier: "Mia",
  returnPolicy: "Fresh goods cannot be returned.",
  fiscal: { scheme: "TSE", data: "Transaction 48211", qr: "V0;till-1;Kassenbeleg-V1" },
};

const { merchantId, receiptId, transactionId } = payment;

/** With its receipt, and with an envelope in its place. */
export const examplePayments = {
  ordinary: payment,
  sealed: {
    merchantId,
    receiptId: "2026-11-20-0044",
    transactionId: "till-1-0044",
    transactionDate: payment.transactionDate,
    currency: payment.currency,
    amount: payment.amount,
    recipientHashedPan: payment.recipientHashedPan,
    ...sealedExamples.payment,
  },
};

const refund = {
  refundReference: "return-2026-11-21-0007",
  receiptId: "2026-11-21-0007",
  transactionId: "till-1-0043",
  transactionDate: "2026-11-21T16:05:00+01:00",
  merchantName: "Corner Bakery",
  amount: 350,
  items: [
    {
      lineItemId: "1",
      name: "Croissant",
      quantity: 1,
      unitPrice: 350,
      totalPrice: 350,
      taxCode: "B",
    },
  ],
  pricesIncludeTax: true,
  taxes: [{ name: "VAT", ratePercent: 7, net: 327, amount: 23, code: "B" }],
};

/** A key pair for examples: its private key is public here. */
const publicKey =
  "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAixDcE6HV03I9atcQTnt7qn6quRb+y8Yw60H71rWd0qhH6Tnt4EBd" +
  "l7u70rcvAcOLwTpEG0788tWH9sSyE52E3d/cNqKnHiQgbwKhc1+xiz27s3NjQiw8oLg71TYJIxCgiSlAcVzHoEnFcwaCD+rN" +
  "S2qKLFsdlp3jOcuc6pBeFeeqG6A7yXTcCzu9kb7uaY9yhacnmxnxLvx8xu4cAT5jaGncNsJlGnOCPC2rT3AdyzUo/SJ1o6iP" +
  "Wbm7ycnWFHbEFBYvdm5Y51nKRb+Cftf8/jK7M1MWz6n1RXJE7OpHzZw42sXzUGfITkZJy4ZnRlYTWP/sEtcWOJEBanUDlUcg" +
  "+wIDAQAB";
const privateKey =
  "MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQCLENwTodXTcj1q1xBOe3uqfqq5Fv7LxjDrQfvWtZ3SqEfp" +
  "Oe3gQF2Xu7vSty8Bw4vBOkQbTvzy1Yf2xLITnYTd39w2oqceJCBvAqFzX7GLPbuzc2NCLDyguDvVNgkjEKCJKUBxXMegScVz" +
  "BoIP6s1LaoosWx2WneM5y5zqkF4V56oboDvJdNwLO72Rvu5pj3KFpyebGfEu/HzG7hwBPmNoadw2wmUac4I8LatPcB3LNSj9" +
  "InWjqI9ZubvJydYUdsQUFi92bljnWcpFv4J+1/z+MrszUxbPqfVFckTs6kfNnDjaxfNQZ8hORknLhmdGVhNY/+wS1xY4kQFq" +
  "dQOVRyD7AgMBAAECggEAQtfmwLUAP3Ng3BLlrqOiDJB35SGNdUsdRmdf8pM3egMTFaKXmTu3APDm1eDhAlsIuOcVx36PDPXg" +
  "NZfT9KO5MqCgi85gv5cj09gS3I75mvEgYKAs7Kiwt5v2foRLngQm9ebTJ+ottfjfpGtTZu04onBiW/Gr5jKb/rLFCOY9ow8T" +
  "COD1voSd0g8wWcLfKRG/j/oglVtee2mSW6XxDhDaeVaXZpyuGXn2D9IPyfrG2KjNV0TCX9Oj2seLbHO8mVRg3tQpO3CPUfMF" +
  "wzM00iB6WoNL1yQLoQcgU6YjVNgsnYepTaG4oizRcuJFDouj/F+kM5VYAXKAVaWS+vOT5VjxKQKBgQC/MJaGGC4yx8BmkTRH" +
  "32J4WWXXN9RHcKcRciptyVxIKJB6HttpqoyrmHTKNF4wnqrGZUI46E5n6jzoCahqOxFyVnmLTucVQACwx9jBqYhXp/bOJ56/" +
  "XYptQM+GrZtChFhc+uYXWNZ73zr0nTQXMsVYY1OWxoN96qdYFa7l7z1SJwKBgQC6NPeANOS/ZTMS3CPjg9qVVrQbiztLb0Kb" +
  "lfiF3nlGgaSBM2kcEqF7B1rXC2WoVDXA3u9pqOVwysOFF4pSFkHLtoiCxedZN8gUmxfD71jCl9gP1z9TpFLuE0rkthOgddaB" +
  "y6WWpZ0u0oiwHtnH7/krmjXn35x4FKcOziiD9OCDDQKBgHjfJfrG5MYz5R6zJENgJegCVNFYuXsk7GqqK8rW5+Gyy4x5X6wR" +
  "J/gAXa3Mp9PDLCJbuB80NwWZYEIugOwQRfpsU1FQY+XaXdVls1LUdJ8+UFmLUOCZKb/inpD9xs+pzheSg8802fzcZ3Boxpr3" +
  "/S3hNeJ3xH/hz0RwCO/TbYg3AoGADJKQ94Yav9WMakSU48K+WoD9LjLrcP91Jt4sZpWL6LfOLK8U9MFJR+5KMuThG0l8S6aB" +
  "0ceGnmQCaZUaUMqR7LhJZVMJeNusVb/XDfK2MoVgIEmvS+13b/27e8/TaW0ra54dcxuBjmzGr+WVXMuWLlx+MUbG4NC8KuK+" +
  "l5JMKm0CgYBBX0iNmj53VUp9KZrDO0gvIEgtZvlvd7qWQRDjg2R1yX8Ph2uCmmPUbaxc4XHZxQNGYhlixL4Rx2sjSp2sPxIg" +
  "8WxSeYhexgzX52oDmIx2bt8Et+f/8vLgtZ7AKklbmCUqKEQhP256SqO4YfrDvSKwTMrCCXynegv0ifvsHQWqSw==";
const nextPublicKey =
  "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAjISWNFWBK7DVRO0QNU2koPTeaNyaVPfOfULJzM9n8mmPAMw1mILw" +
  "+JiVGQFJlPc5c5u0DOZCfh4DO/V398Y5PxvVrR49TucukJn4RjdkBFxMkFK996AspSRt6gaZ+20EJmrVgvZNdXseY1ZV7MTx" +
  "TAX44kFQf//1WZ2n5vheSiQs4VjfhT5Lzj4vYdpKc4teUQYqIuxw+gutiCfw/AHYuO1KkDmpkZl7ql4JA1yD/MR6WXqnD9wP" +
  "s58E/ik+yWlo6oTjSmn8OLtyGJ2E9owBj+gK2UpKv+5BjlVSSGGLU//hFVe7RNdaIPRdUaVpYEonDYEHg1Zaiaeyjv/KAZNc" +
  "SwIDAQAB";
