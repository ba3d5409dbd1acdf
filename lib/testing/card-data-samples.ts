import { sampleCard } from "#lib/core/sample-card.ts";

/** Fields of a receipt, and the place that an error names. */
type Refused = [name: string, fields: Record<string, unknown>, place: string];
type Harmless = [name: string, fields: Record<string, unknown>];

const { number, hashedPan } = sampleCard;
const amex = "378282246310005";
const hidden = "(unreadable name)";
const item = { lineItemId: "1", name: "Bread", quantity: 1, unitPrice: 5, totalPrice: 5 };
const withItem = (fields: Record<string, unknown>) => ({ items: [{ ...item, ...fields }] });
const separate = (by: string) => number.replace(/\d{4}(?=\d)/g, `$&${by}`);
const shift = (zero: number) =>
  [...number].map((digit) => String.fromCodePoint(zero + Number(digit))).join("");

/** Test numbers that networks and providers publish; the rest have the prefix of the network, and a check digit. */
export const numbersByNetwork: readonly [network: string, number: string][] = [
  ["Visa", "4242424242424242"],
  ["Visa of 19 digits", "4000000000000000006"],
  ["Mastercard", "5555555555554444"],
  ["Mastercard, series 2", "2223003122003222"],
  ["the end of Mastercard's series 2", "2720990000000007"],
  ["American Express", amex],
  ["American Express, 34", "343434343434343"],
  ["Discover", "6011111111111117"],
  ["Discover, 65", "6510000000000000"],
  ["Diners Club", "36227206271667"],
  ["Diners Club, 30", "30569309025904"],
  ["JCB", "3566002020360505"],
  ["UnionPay", "6200000000000005"],
  ["UnionPay of 19 digits", "6205500000000000004"],
  ["Maestro", "6759649826438453"],
  ["Mir", "2200000000000004"],
  ["RuPay", "6070000000000002"],
  ["Troy", "9792000000000003"],
  ["Verve", "5060990580000217499"],
  ["Elo", "5066990000000002"],
  ["Hipercard", "6062820000000003"],
  ["Dankort", "5019717010103742"],
];

const separators: readonly [name: string, separator: string][] = [
  ["spaces", " "],
  ["two spaces", "  "],
  ["dashes", "-"],
  ["dashes between spaces", " - "],
  ["dots", "."],
  ["middle dots", "·"],
  ["commas", ", "],
  ["slashes", "/"],
  ["backslashes", "\\"],
  ["underscores", "_"],
  ["tabs", "\t"],
  ["line breaks", "\r\n"],
  ["no-break spaces", "\u00a0"],
  ["narrow no-break spaces", "\u202f"],
  ["ideographic spaces", "\u3000"],
  ["zero-width spaces", "\u200b"],
  ["word joiners", "\u2060"],
  ["soft hyphens", "\u00ad"],
  ["hyphens", "\u2010"],
  ["en dashes", "–"],
  ["em dashes", "—"],
  ["minus signs", "−"],
  ["full-width dashes", "－"],
  ["long vowel marks", "ー"],
  ["plus signs", "+"],
];

/** Names of card data, with a value that is refused for its name alone. */
const names: readonly [name: string, value: unknown][] = [
  ["cardnumber", "4242424242424241"],
  ["cardNumber", "tok_1PqRsT2eZvKYlo2C"],
  ["CARD-NUMBER", "424242424242"],
  ["ccNumber", "5555 5555 5555 4445"],
  ["creditCardNumber", 4242424242424241],
  ["primaryAccountNumber", "NDI0MjQyNDI0MjQyNDI0Mg=="],
  ["track1", "%B"],
  ["track2", ";"],
  ["cardTrack2Data", "x1"],
  ["cvc", "123"],
  ["CVV2", 123],
  ["cardSecurityCode", "1234"],
  ["pin", "1234"],
  ["pinBlock", "1A2B3C4D5E6F7A8B"],
  ["cardHash", hashedPan],
  ["hashed_card", hashedPan],
];

/** What a payment and a refund are refused for. */
export const refusedCardData: readonly Refused[] = [
  ...numbersByNetwork.flatMap(([network, digits]): Refused[] => [
    [`${network} in a field of a card`, { cardReference: digits }, "cardReference"],
    [`${network} in a note`, { note: digits }, "note"],
  ]),
  ...separators.flatMap(([name, separator]): Refused[] => [
    [`${name}, in a field of a card`, { card: separate(separator) }, "card"],
    [`${name}, in a note`, { note: `Paid with ${separate(separator)}.` }, "note"],
  ]),
  ...names.map(([name, value]): Refused => [`the name ${name}`, { [name]: value }, name]),
  ["Visa of 13 digits in a field of a card", { card: "4222222222222" }, "card"],
  ["Maestro of 12 digits in a field of a card", { card: "675911111119" }, "card"],

  ["a number", { cardReference: Number(number) }, "cardReference"],
  ["a number in a note", { note: Number(number) }, "note"],
  ["a negative number", { note: -Number(number) }, "note"],
  ["an exponent", { cardNumber: "4.242424242424242e15" }, "cardNumber"],
  ["an exponent in a note", { note: "4.242424242424242E+15" }, "note"],
  ["an expiry date behind it", { card: `${number} 12/27` }, "card"],
  ["an expiry date without a slash", { note: `${number} 1227` }, "note"],
  ["an expiry date right behind it", { note: `${number}1227` }, "note"],
  ["an expiry date with the year before it", { note: `${number}2712` }, "note"],
  ["an expiry date and a code right behind it", { note: `${number}1227123` }, "note"],
  ["groups and an expiry date", { note: `${separate(" ")} 12/27 123` }, "note"],
  ["groups and an expiry date in four digits", { note: `${separate(" ")} 1227` }, "note"],
  ["American Express and an expiry date", { note: `${amex} 12/27` }, "note"],
  ["American Express in its groups", { note: "3782 822463 10005" }, "note"],
  ["Diners Club in its groups", { note: "3622 720627 1667" }, "note"],
  ["a code behind it", { card: `${number} 123` }, "card"],
  ["a code behind it in a note", { note: `${number} 123` }, "note"],
  ["a number before it", { card: `1 ${number}` }, "card"],
  ["a number before it in a note", { note: `1 ${number}` }, "note"],
  ["zeros before it", { card: `00${number}` }, "card"],
  ["zeros before it in a note", { note: `0000${number}` }, "note"],
  ["digits around it, in a field of a card", { card: `99${number}99` }, "card"],
  ["words around it", { note: `Visa ${number}, thank you` }, "note"],
  ["letters right before it", { note: `PAN${number}` }, "note"],
  ["an unusual grouping", { note: "4242 424242424242" }, "note"],
  ["pairs", { note: "42 42 42 42 42 42 42 42" }, "note"],
  ["single digits", { note: [...number].join(" ") }, "note"],
  ["a sentence with other numbers", { note: `Table 12, ${separate(" ")}, 3 guests` }, "note"],

  ["full-width digits", { card: shift(0xff10) }, "card"],
  ["full-width digits in a note", { note: shift(0xff10) }, "note"],
  ["Arabic digits", { note: shift(0x660) }, "note"],
  ["Persian digits", { note: shift(0x6f0) }, "note"],
  ["Devanagari digits", { note: shift(0x966) }, "note"],
  ["bold digits", { note: shift(0x1d7ce) }, "note"],
  ["double-struck digits", { note: shift(0x1d7d8) }, "note"],
  ["superscript digits", { note: number.replaceAll("4", "⁴").replaceAll("2", "²") }, "note"],
  ["circled digits", { note: number.replaceAll("4", "④").replaceAll("2", "②") }, "note"],
  ["keycaps", { note: number.replace(/\d/g, "$&\ufe0f\u20e3") }, "note"],
  ["two scripts", { note: `42424242${shift(0x660).slice(8)}` }, "note"],

  ["track 1", { note: `%B${number}^DOE/JANE^27122011000000000000?` }, "note"],
  ["track 2", { note: `;${number}=27122011000012345678?` }, "note"],
  ["track 2 as hexadecimal", { note: `${number}D27122011000012345678F` }, "note"],
  ["track 2 in a field of a card", { cardData: `${number}D27122011000012345678` }, "cardData"],
  ["track 2 in the data of a chip", { emv: `57 13 ${number}D2712201000001234567890F` }, "emv"],
  [
    "the number in the data of a chip",
    { emvData: `9F2608A1B2C3D4E5F607185A08${number}5F24032712319F0206000000001250` },
    "emvData",
  ],
  [
    "track 2 in the data of a chip, as one text",
    { emvData: `9F2608A1B2C3D4E5F607185713${number}D27122010000012345678F5F2A020978` },
    "emvData",
  ],

  ["the payment method", { paymentMethod: number }, "paymentMethod"],
  ["a sentence as the payment method", { paymentMethod: `card ${number} 12 27` }, "paymentMethod"],
  ["digits around it as the payment method", { paymentMethod: `9${number}9` }, "paymentMethod"],
  ["the card nonce", { cardNonce: number }, "cardNonce"],
  ["the verification token", { verificationToken: number }, "verificationToken"],
  ["the customer", { customer: number }, "customer"],
  ["the receipt's id", { receiptId: number }, "receiptId"],
  ["the transaction's id", { transactionId: separate("-") }, "transactionId"],
  ["the merchant's id", { merchantId: number }, "merchantId"],
  ["the merchant's name", { merchantName: `Bakery ${number}` }, "merchantName"],
  ["the merchant's street", { merchantStreet: number }, "merchantStreet"],
  ["the brand of the card", { cardBrand: `visa ${number}` }, "cardBrand"],
  ["an account number", { accountNumber: number }, "accountNumber"],
  ["a barcode that has no barcode's length", { barcode: number }, "barcode"],
  ["the data of a fiscal device", { fiscal: { data: `Card ${number}` } }, "fiscal.data"],
  ["the code of a fiscal device, in groups", { fiscal: { qr: separate(" ") } }, "fiscal.qr"],
  ["the serial number of an item", withItem({ serialNumber: number }), "items[0].serialNumber"],
  ["the number of a member", { loyalty: { member: number } }, "loyalty.member"],
  ["the name of an item", withItem({ name: `Refund of ${number}` }), "items[0].name"],
  ["the id of an item", withItem({ lineItemId: number }), "items[0].lineItemId"],
  ["a field of an item", withItem({ card: { number: `${number} 12/27` } }), "items[0].card.number"],
  [
    "the hash in an item",
    withItem({ recipientHashedPan: hashedPan }),
    "items[0].recipientHashedPan",
  ],
  ["a nested field", { payment: { card: { pan: number } } }, "payment.card.pan"],
  ["the number of a card", { card: { number: "4242424242424241" } }, "card.number"],
  ["the code of a card", { card: { securityCode: "123" } }, "card.securityCode"],
  ["JSON in a text", { card: JSON.stringify({ number, exp: "12/27" }) }, "card"],
  ["a number behind a point, in a field for cards", { card: `1.${number}` }, "card"],
  ["a list of groups", { cardReference: ["4242", "4242", "4242", "4242"] }, "cardReference"],
  ["a list of groups in a note", { note: ["4242", "4242", "4242", "4242"] }, "note"],
  ["a list of numbers", { note: [4242, 4242, 4242, 4242] }, "note"],
  ["a list of digits", { card: { digits: [...number] } }, "card.digits"],
  ["a list of digits elsewhere", { note: { digits: [...number].map(Number) } }, "note.digits"],
  ["a list of whole numbers", { notes: ["none", number] }, "notes[1]"],
  ["the name of a field", { card: { [number]: 1 } }, `card.${hidden}`],
  ["the name of a field, in groups", { [separate("-")]: 1 }, hidden],
  ["the name of a field within another", { note: { [number]: 1 } }, `note.${hidden}`],
  ["a field named __proto__", JSON.parse(`{"__proto__":{"note":"${number}"}}`), "__proto__.note"],
];

const sha = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

/** What a payment and a refund may hold. */
export const harmlessData: readonly Harmless[] = [
  ["the last four digits", { cardLast4: "4242" }],
  ["the last four digits as a card number", { cardNumber: "4242" }],
  ["a masked number", { cardNumber: "************4242" }],
  ["a masked number in groups", { cardNumber: "XXXX XXXX XXXX 4242" }],
  ["a masked number with dots", { cardNumber: "•••• 4242" }],
  ["the first six and the last four", { maskedPan: "424242******4242" }],
  ["the first eight and the last four", { cardNumber: "67596498****8453" }],
  ["the first eight and the last four with dots", { card: "67596498••••8453" }],
  ["a masked number and its brand", { cardNumber: "Visa ending in 4242" }],
  ["no card number", { cardNumber: "" }],
  ["nothing but zeros", { cardNumber: "0000000000000000" }],
  ["a wallet in place of a card number", { cardNumber: "Apple Pay" }],
  ["no security code", { cvc: "", cvv: "***", pin: false }],
  ["what became of a code or a PIN", { cvcResult: "M", pinVerified: true, cvmResults: "420300" }],
  ["a number with a wrong check digit", { note: "4242424242424241" }],
  ["a number of no issuer", { note: "1234567812345670" }],

  ["milliseconds", { cardReadAt: 1764300000007, cardTappedAt: "1764300000007" }],
  ["microseconds", { at: 1764300000000008, note: "1764300000000008" }],
  ["nanoseconds", { note: "1764300000000000007" }],
  ["times", { time: "2026-11-28 09:30:00.000", at: "20261128093000124", on: "28.11.2026 09:30" }],
  ["application ids", { cardAid: "A0000001211010", card: { aid: "A0000000041010" } }],
  ["zeros", { cardRrn: "000000000000", cardCryptogram: "0000000000000000", note: "0".repeat(40) }],
  ["a retrieval reference number", { rrn: "633212345670", cardRrn: "633212345670" }],
  ["a cryptogram", { arqc: "A1B2C3D4E5F60718", cardCryptogram: "4242424242424242".slice(0, 12) }],
  [
    "data of a chip without the number",
    { emvData: "9F2608A1B2C3D4E5F607189F360200429F0206000000001250950500000080009A03261128" },
  ],
  ["a Visa transaction id", { cardTransactionId: "386332495710213" }],

  ["barcodes", withItem({ gtin: "4006381333932", ean: "4242424242422", upc: "602652171219" })],
  ["a barcode that passes for an old Visa", withItem({ gtin: "4000000000006" })],
  ["a barcode in the id of an item", withItem({ lineItemId: "4000000000006" })],
  ["a barcode in a note", { note: "EAN 4000000000006" }],
  ["a GTIN-14 that passes for Diners Club", withItem({ gtin: "36227206271667" })],
  ["a location", { gln: "4000001000005" }],
  ["a shipping container", { sscc: "360012345678901441" }],
  ["an ISBN", withItem({ isbn: "978-3-16-148410-0" })],
  ["barcodes of 8 and 14 digits", withItem({ gtin: "96385074", others: ["10012345678902"] })],
  ["the serial number of a device", withItem({ serialNumber: "03-27452624-1234567" })],
  [
    "a German fiscal code",
    {
      fiscal: {
        scheme: "TSE",
        data: "Transaktion 48211, Signaturzähler 96423\n2026-10-19T19:10:58.000",
        qr:
          "V0;955002-00;Kassenbeleg-V1;Beleg^5.79_11.71_0.00_0.00_0.00^17.50:Unbar;48211;96423;" +
          "2026-10-19T17:10:58.000Z;2026-10-19T17:11:27.000Z;ecdsa-plain-SHA256;unixTime;MEQCIAy4P9k+7x9saDO0uRZ4El8QwN+qTgYiv1DIaJIMWRiu==",
      },
    },
  ],
  [
    "an Austrian fiscal code",
    {
      fiscal: {
        qr: "_R1-AT1_DEMO-CASH-BOX524_366587_2026-10-17T11:23:43_34,00_0,00_0,00_0,00_0,00_9hEXmLpjTKA=_20f2ed172daa09e5_TVEmJJOGLlA=",
      },
    },
  ],
  ["the number of a Chinese invoice", { fiscal: { data: "发票号码：26832206507803013908" } }],
  [
    "the key of a Brazilian invoice",
    { fiscal: { data: "5588 7334 6417 8891 3404 6781 9812 3410 0001 2347 5500" } },
  ],
  [
    "a Portuguese fiscal code",
    {
      fiscal: {
        qr: "A:500000000*B:999999990*C:PT*D:FS*E:N*F:20261120*G:FS 1/12345*H:JFNG6BN9-12345",
      },
    },
  ],
  ["the numbers of a Russian fiscal device", { fiscal: { data: "ФН 9280440301234567 ФД 54321" } }],
  ["an IMEI", withItem({ serialNumber: "356938035643809", imei: "49-015420-323751-8" })],
  ["a SIM card", withItem({ iccid: "89490200001011223344", simCard: "8991101200003204514" })],

  ["numbers of orders that begin with the date", { orderNumber: "2611280000000013" }],
  [
    "numbers of receipts that begin with the day",
    { receiptId: "2311202600000006", transactionId: "30112026093002" },
  ],
  [
    "phone numbers",
    { phone: "+494242424242429", fax: "00494242424242-7", tel: "0512 345678/345679" },
  ],
  ["a company", { siret: "36252187900035", merchantTaxId: "36252187900035" }],
  [
    "VAT numbers",
    { vatNumber: "FR40303265045", merchantTaxId: "DE136695976", uid: "CHE-116.281.710" },
  ],
  ["IBANs", { iban: "DE89370400440532013000", note: "GB55 LOYD 3000 1212 3456 74" }],
  ["an IBAN with the groups of a Visa", { note: "DE78 4405 0199 0123 4578 00" }],
  [
    "a long number in groups of four",
    { note: "3523 0812 3456 7890 1234 5500 1000 0012 3410 0001 2347" },
  ],
  ["places", { place: "48.208174, 16.373816", note: "48.208174 16.373816" }],
  ["fractions", { rate: 0.4242424242424242, note: "0.4242424242424242" }],
  ["sizes", { sizes: [41, 42, 43, 44, 45, 46, 47, 48], note: "41 42 43 44 45 46 47 48" }],
  [
    "names with card or pan inside",
    { company: "p1", expand: "4", discardedAt: "2026", japan: "1" },
  ],
  ["an Indian tax number", { pan: "ABCDE1234F", merchantPincode: "560001" }],

  [
    "UUIDs",
    {
      id: "42424242-4242-4242-8242-424242424242",
      card: { id: "0f8fad5b-d9cb-4242-a165-424242424242" },
    },
  ],
  ["hashes", { sha256: sha, etag: `W/"${sha.slice(0, 32)}"`, terminalHash: sha }],
  ["a hash with a row of digits", { digest: `a${number}${sha.slice(17)}` }],
  [
    "our own ids",
    { note: "pay_0192f0c1d2e3740080000000000000ff ref_0192f0c1d2e3740080000000000000fe" },
  ],
  [
    "ids of providers",
    { paymentMethod: "pm_1PqRsT2eZvKYlo2C0123456789", cardNonce: "cnon:card-nonce-ok" },
  ],
  ["base64", { signature: "MEUCIQDx+4242/4242/4242a4242b4242c4242d4242==" }],
  [
    "a picture's beginning",
    { qr: "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk" },
  ],
];
