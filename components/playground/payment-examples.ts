import { sampleReceipts } from "#examples/sample-receipts.ts";

/** The SHA-256 of the test card 4242 4242 4242 4242. */
const recipientHashedPan = "477bba133c182267fe5f086924abdc5db71f77bfc27f01f2843f2cdc69d89f05";

const restaurant = sampleReceipts.find(({ name }) => name === "restaurant")?.request;

const faulty = {
  ...restaurant,
  recipientHashedPan: "4242 4242 4242 4242",
  currency: "dollars",
  amount: 12.5,
  items: [{ lineItemId: "1", name: "Sourdough loaf", quantity: 1, totalPrice: 850 }],
};

/** Bodies to start from. */
export const paymentExamples: { value: string; label: string; body: object }[] = [
  ...sampleReceipts.map(({ name, country, request }) => ({
    value: name,
    label: country,
    body: { recipientHashedPan, ...request },
  })),
  {
    value: "made-up",
    label: "Without items",
    body: {
      recipientHashedPan,
      receiptId: "R-1001",
      merchantId: "mer_kiosk",
      merchantName: "Corner Kiosk",
      transactionId: "T-1001",
      transactionDate: "2026-11-20T09:41:07-05:00",
      currency: "usd",
      amount: 1275,
    },
  },
  { value: "faulty", label: "With mistakes", body: faulty },
];
