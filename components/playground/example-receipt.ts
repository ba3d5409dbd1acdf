/** A receipt to seal and to sign. */
export const exampleReceipt = {
  receiptId: "R-0117",
  merchantId: "mer_5d20c81f",
  merchantName: "Juniper & Rye",
  transactionId: "TX-58213",
  transactionDate: "2026-11-20T09:41:07-05:00",
  currency: "usd",
  gateway: "gateway_one",
  amount: 1800,
  cardBrand: "visa",
  cardLast4: "4242",
  items: [
    { lineItemId: "1", name: "Sourdough loaf", quantity: 1, unitPrice: 850, totalPrice: 850 },
    { lineItemId: "2", name: "Oat flat white", quantity: 2, unitPrice: 475, totalPrice: 950 },
  ],
};
