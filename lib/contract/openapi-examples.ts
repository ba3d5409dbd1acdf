import { sampleCard } from "./sample-card.ts";

const publicKey = "-----BEGIN PUBLIC KEY-----\nMIIBIjANBg…\n-----END PUBLIC KEY-----\n";
const privateKey = "-----BEGIN PRIVATE KEY-----\nMIIEvQIBAD…\n-----END PRIVATE KEY-----\n";
const userId = "usr_01a2009f3c5e7b41a8d2c96f10e37b54";
const access = {
  paymentId: "pay_01a200a14f6c7d92b3e80a57c41f96d8",
  tokenId: "tok_5nTqXc0WmE8yRfJ2aLh6Vd1KzPb9GuS4oIrYx7Ce3Dk",
};

/** A body for each schema that is sent, by its id; not beside the schemas, which browsers load too. */
export const bodyExamples = {
  Registration: { hashedPan: sampleCard.hashedPan, publicKey, keyId: "phone-of-2026" },
  PaymentRequest: {
    merchantId: "corner-bakery",
    merchantName: "Corner Bakery",
    receiptId: "2026-11-20-0042",
    transactionId: "till-1-0042",
    transactionDate: "2026-11-20T09:30:00+01:00",
    currency: "eur",
    amount: 1250,
    recipientHashedPan: sampleCard.hashedPan,
    items: [
      { lineItemId: "1", name: "Rye loaf", quantity: 1, unitPrice: 550, totalPrice: 550 },
      { lineItemId: "2", name: "Croissant", quantity: 2, unitPrice: 350, totalPrice: 700 },
    ],
  },
  AccessRequest: {
    userId,
    keyId: "phone-of-2026",
    paymentId: access.paymentId,
    consentMethod: "pin",
  },
  KeyRotation: { userId, keyId: "phone-of-2027", publicKey },
  ReceiptAccess: access,
  Decryption: { ...access, privateKey },
};
