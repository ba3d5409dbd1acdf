/** A topic of the introduction; the page shows samples behind it. Markdown. */
export const receiptFieldsTitle = "Fields of a receipt";

export function describeReceiptFields(): string[] {
  return [
    `## ${receiptFieldsTitle}`,
    "What you send with a payment or a refund, but for the card and what only the provider needs, is the receipt, listed " +
      "or not: it is sealed, and comes back on decryption. [`/schemas/receipt.json`](/schemas/receipt.json) is its JSON Schema, with " +
      "the names of UBL 2.4. The fields from `pricesIncludeTax` to `loyalty`, and those of an item from `sku` to `serialNumber`, " +
      "are printed. None of them is required, and none is refused: **a value without the documented shape is kept like a field " +
      "of your own, and not printed**, and so is a misspelled field. In `discounts`, only an entry without the shape is left " +
      "out; `taxes` is printed as a whole or not at all. In calls without a receipt, an unknown field is ignored; `prepare` refuses it.",
    "**The paper adds up, or says what is missing.** The items' `totalPrice`, less `discounts`, plus tax and " +
      "`tipAmount`, are `totalAmount`, or `amount` where there is none. What differs is printed as “Not itemized”. A discount or " +
      "a tip that is a line of its own as well counts once.",
    [
      "- `taxes`: a table by rate where prices include the tax and each entry has `net`, or where several entries refer to lines " +
        "by their `code`; else a line for each.",
      "- `discountAmount` of an item: `totalPrice` is without it already. Signs of discounts do not matter.",
      "- `warrantyMonths` counts from `transactionDate`, by the clock of `transactionTimezone`.",
      "- `fiscal`: `data` is printed as text, and `qr` as a QR code, below `scheme`. Nothing checks them.",
      "- `gtin`, and usual fiscal codes in `fiscal`, pass the guard against card numbers; about 3 % of serial and member " +
        "numbers of 16 random digits do not: send those masked.",
      "- Credit notes: `amount` is positive, and lines are what comes back. Lines that add up to less than nothing are printed " +
        "turned around; the sealed values stay.",
    ].join("\n"),
    "Receipts from six countries, as a wallet there shows them:",
  ];
}
