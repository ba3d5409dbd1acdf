/** What a field of a receipt is, and what PurchaseReceipt of UBL 2.4 (OASIS) calls it. */
export type ReceiptName = {
  /** A path from the element of the object that the field belongs to; null where UBL has no such element. */
  ubl: string | readonly string[] | null;
  /** Where its schema says nothing. */
  description?: string;
};

const SELLER = "cac:AccountingSupplierParty/cac:Party";
const ADDRESS = `${SELLER}/cac:PostalAddress`;

/** By the path of the field; `[]` for an entry of a list. */
export const receiptNames: Readonly<Record<string, ReceiptName>> = {
  version: { ubl: null },
  paymentId: { ubl: "cac:Payment/cbc:ID", description: "Of the service; `ref_…` of a refund" },
  gateway: { ubl: null, description: "Through which the card was charged" },
  kind: { ubl: null },
  refundOf: { ubl: null },
  sealedAt: { ubl: null, description: "`till` where the till sealed the receipt; else absent" },
  sealedTo: {
    ubl: null,
    description:
      "Where the till sealed it: RFC 7638 thumbprints of the keys, the current one first",
  },
  receiptId: { ubl: "cbc:ID", description: "The merchant's reference of the receipt" },
  transactionId: {
    ubl: "cac:Payment/cbc:TransactionID",
    description: "The merchant's reference of the transaction",
  },
  transactionDate: { ubl: ["cbc:TransactionDate", "cbc:TransactionTime"] },
  transactionTimezone: { ubl: null, description: "An IANA name, such as `Europe/Vienna`" },
  merchantId: {
    ubl: `${SELLER}/cac:PartyIdentification/cbc:ID`,
    description: "The merchant's own name of the shop",
  },
  merchantName: { ubl: `${SELLER}/cac:PartyName/cbc:Name`, description: "As it is printed" },
  merchantStreet: { ubl: `${ADDRESS}/cbc:StreetName`, description: "With the number" },
  merchantCity: { ubl: `${ADDRESS}/cbc:CityName`, description: "City of the shop" },
  merchantState: { ubl: `${ADDRESS}/cbc:CountrySubentity`, description: "State or province" },
  merchantPostalCode: { ubl: `${ADDRESS}/cbc:PostalZone`, description: "Postal code of the shop" },
  merchantCountry: {
    ubl: `${ADDRESS}/cac:Country/cbc:IdentificationCode`,
    description: "ISO 3166-1, two letters",
  },
  merchantTaxId: {
    ubl: `${SELLER}/cac:PartyTaxScheme/cbc:CompanyID`,
    description: "Such as a VAT number",
  },
  merchantContactEmail: {
    ubl: `${SELLER}/cac:Contact/cbc:ElectronicMail`,
    description: "For questions about the receipt",
  },
  // UBL has an identifier of a logo, not the picture.
  merchantLogo: { ubl: null },
  merchantSignature: { ubl: "cac:Signature" },
  currency: { ubl: "cbc:DocumentCurrencyCode" },
  amount: { ubl: "cac:Payment/cbc:PaidAmount" },
  subtotal: { ubl: "cac:LegalMonetaryTotal/cbc:LineExtensionAmount" },
  taxAmount: { ubl: "cac:TaxTotal/cbc:TaxAmount" },
  tipAmount: { ubl: "cac:AllowanceCharge/cbc:Amount" },
  totalAmount: { ubl: "cac:LegalMonetaryTotal/cbc:PayableAmount" },
  pricesIncludeTax: { ubl: "cac:TaxTotal/cbc:TaxIncludedIndicator" },
  splitTender: { ubl: null },
  paymentMethod: { ubl: "cac:PaymentMeans/cbc:PaymentMeansDescription" },
  cardLast4: {
    ubl: "cac:PaymentMeans/cac:CardAccount/cbc:PrimaryAccountNumberID",
    description: "The last four digits; never more",
  },
  cardBrand: {
    ubl: "cac:PaymentMeans/cac:CardAccount/cbc:NetworkID",
    description: "Such as `visa`",
  },
  terminalId: { ubl: "cac:Payment/cbc:PaymentTerminalID" },
  cashier: { ubl: "cac:CashierContact/cbc:Name", description: "As it is printed" },
  orderNumber: { ubl: "cac:SalesDocumentReference/cbc:ID", description: "The merchant's own" },
  returnPolicy: { ubl: "cbc:Note", description: "Printed as text" },
  mockItems: { ubl: null, description: "Whether the merchant let items be made up" },
  items: { ubl: "cac:PurchaseReceiptLine", description: "What was bought, or came back" },
  "items[].lineItemId": { ubl: "cbc:ID", description: "Unique within the receipt" },
  "items[].name": { ubl: "cac:Item/cbc:Name", description: "As it is printed" },
  "items[].quantity": { ubl: "cbc:Quantity", description: "Of `unit`, or pieces" },
  "items[].unitPrice": { ubl: "cac:Price/cbc:PriceAmount" },
  "items[].totalPrice": { ubl: "cbc:LineExtensionAmount" },
  "items[].sku": {
    ubl: "cac:Item/cac:SellersItemIdentification/cbc:ID",
    description: "The merchant's number of the article",
  },
  "items[].gtin": { ubl: "cac:Item/cac:StandardItemIdentification/cbc:ID" },
  "items[].unit": { ubl: "cbc:Quantity/@unitCode" },
  "items[].taxCode": { ubl: "cac:Item/cac:ClassifiedTaxCategory/cbc:ID" },
  "items[].taxRatePercent": {
    ubl: "cac:Item/cac:ClassifiedTaxCategory/cbc:Percent",
    description: "`19` for 19 %",
  },
  "items[].discountAmount": { ubl: "cac:AllowanceCharge/cbc:Amount" },
  "items[].category": { ubl: "cac:Item/cbc:Keyword" },
  "items[].warrantyMonths": { ubl: "cac:Item/cbc:WarrantyInformation" },
  "items[].serialNumber": {
    ubl: "cac:Item/cac:ItemInstance/cbc:SerialID",
    description: "Of the piece that was sold",
  },
  taxes: { ubl: "cac:TaxTotal/cac:TaxSubtotal" },
  "taxes[].name": { ubl: "cac:TaxCategory/cac:TaxScheme/cbc:Name" },
  "taxes[].ratePercent": { ubl: "cac:TaxCategory/cbc:Percent" },
  "taxes[].net": { ubl: "cbc:TaxableAmount" },
  "taxes[].amount": { ubl: "cbc:TaxAmount" },
  "taxes[].code": { ubl: "cac:TaxCategory/cbc:ID" },
  discounts: { ubl: "cac:AllowanceCharge" },
  "discounts[].name": { ubl: "cbc:AllowanceChargeReason", description: "As it is printed" },
  "discounts[].amount": { ubl: "cbc:Amount" },
  fiscal: { ubl: null },
  "fiscal.scheme": { ubl: null },
  "fiscal.data": { ubl: null },
  "fiscal.qr": { ubl: null },
  loyalty: { ubl: "cac:PurchaseReference", description: "The customer's loyalty program" },
  "loyalty.program": { ubl: "cbc:Description", description: "As it is printed" },
  "loyalty.member": { ubl: "cbc:ID" },
  "loyalty.pointsEarned": { ubl: null, description: "With this purchase" },
  "loyalty.pointsBalance": { ubl: null, description: "After this purchase" },
};
