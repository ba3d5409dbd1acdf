/** A topic of the introduction; the page shows samples behind it. Markdown. */
export const receiptFieldsTitle = "Fields of a receipt";

export function describeReceiptFields(): string[] {
  return [
    `## ${receiptFieldsTitle}`,
    "What you send with a payment or a refund, but for the card and what only the provider needs, is the receipt, listed " +
      "or not: it is sealed, and comes back on decryption. The fields from `pricesIncludeTax` to `loyalty`, and those of an item from `sku` to " +
      "`serialNumber`, have a meaning, which paper, shared text, and picture print. None of them is required, and none " +
      "is refused: **a value without the documented shape is kept like a field of your own, and not printed.** In " +
      "`discounts`, only an entry without it is left out; `taxes` is printed as a whole or not at all.",
    "A misspelled field is kept like any other: `mockItem` is accepted and sealed, and changes nothing. In calls without a receipt, a field that the call does not have is ignored; `prepare` refuses it. Check the result of " +
      "your first calls: `veroMetadata.mockItems` says whether items were made up, and an opened receipt has every field as it was " +
      "understood.",

    "**The paper adds up, or says what is missing.** The items' `totalPrice`, less `discounts`, plus tax and " +
      "`tipAmount`, are `totalAmount`, or `amount` where there is none. Tax is `taxAmount`, or the sum of `taxes`, and " +
      "adds nothing where prices include it. Where a discount or a tip is a line of its own as well, it counts once. " +
      "What still differs is printed as “Not itemized”, from the items to the subtotal, or to the total.",
    [
      "- `taxes`: a table by rate where prices include the tax and each entry has `net`, or where several " +
        "entries refer to lines by their `code`; " +
        "else a line for each. `name` is printed as you send it: `VAT`, `MwSt`, `TVA`. `code` stands at the items that have " +
        "it as `taxCode`, or else this `taxRatePercent`: a letter, `※`, or `22%`.",
      "- `discountAmount` of an item: `totalPrice` is without it already. Signs of discounts do not matter.",
      "- `unit`: `0.432` of `kg` at 1290 is “0.432 kg × €12.90/kg”.",
      "- `splitTender: true`: `totalAmount`, or else the items, are those of the whole receipt, and the paper says " +
        "“Paid with this card €20.00 of €55.00”.",
      "- `warrantyMonths`: “Warranty until March 2028”, from `transactionDate` by the clock of `transactionTimezone`.",
      "- `fiscal`: `data` is printed as text, in your lines, and `qr` as a QR code, below `scheme`. Nothing checks them.",
      "- `returnPolicy` may have lines, too.",
      "- `gtin`: 8, 12, 13, or 14 digits. All of them pass the guard against card numbers, as do usual fiscal codes in " +
        "`fiscal`. About 3 % of serial and member numbers of 16 random digits do not: send those masked.",
    ].join("\n"),
    "**Credit notes.** `amount` of a refund is positive. Its lines are what comes back, with positive amounts: 350 for a " +
      "croissant, and -100 for a fee that you keep. Negative lines, as of tills that book a return as a negative sale, are " +
      "printed the same: if the lines add up to less than nothing, all of them are turned around, and so are `subtotal`, " +
      "`totalAmount`, `taxAmount`, and `taxes`. The sealed values stay as you sent them.",
    "Receipts from six countries, as a wallet there shows them:",
  ];
}
