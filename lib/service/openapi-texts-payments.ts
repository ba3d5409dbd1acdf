import { config } from "#lib/config.ts";
import { currencyCodes } from "#lib/core/money.ts";
import { CANCELED_KEY_HOURS, DEFAULT_SETTLE_MINUTES } from "#lib/core/retention.ts";
import { formatAmounts } from "./openapi-tables.ts";

/** What a till must know: lost answers, recipients, escrow, and amounts. Markdown. */
export function describePayments(): string[] {
  const { escrowDays } = config();
  return [
    "## When no answer comes",
    "Every answer about a payment names it in `X-Payment-Id`, errors included. If no answer came at all, " +
      "`GET /api/v1/payments?receiptId=…` finds the payment. **No payment there means: none so far.** The request may " +
      "still be on its way, and charge when it arrives. " +
      "The service settles it by itself within " +
      `${DEFAULT_SETTLE_MINUTES} minutes unless the deployment says otherwise: until then it may still be ` +
      "charged, and afterwards it is `succeeded`, `failed`, or `canceled`. A charge that shows up at the " +
      "provider later than that is refunded in full.",
    "To take the money in another way at once, in cash or through the other gateway, **cancel first**, by the " +
      "payment's id or, where you have none, by your own references with `POST /api/v1/payments/{gateway}/cancel`: " +
      "it answers `not_charged`, and then nothing can charge the payment any more, or `refunded`. By references it " +
      "also holds for a create that has not arrived: whatever comes with them is 409 and charges nothing, for " +
      `${CANCELED_KEY_HOURS} hours. For the next try, take another \`transactionId\`, and another \`Idempotency-Key\` if ` +
      "you send one. A cancellation by `idempotencyKey` covers that key alone: the same ids with another key are a payment. " +
      "A refund by `cancel` has no credit note, since only you can write its fields: the cardholder sees on the sale " +
      "that it was refunded. Where you owe them a note, use `refunds`. " +
      "The two gateways are independent: the same ids at both are two payments.",
    "**While `cancel` answers 503, do not use the other gateway**, and do not take cash: the first one may still have " +
      "charged, or charge. Repeat the cancellation until it is answered. The wish for a payment that is there is kept: no " +
      "retry charges it from then on, and the service carries the cancellation out by itself as soon as the provider " +
      "answers.",

    "## Recipients",
    "A payment says whom its receipt is for by the SHA-256 of a card number (`recipientHashedPan`), of a Payment " +
      "Account Reference (`recipientHashedPar`), of a phone number (`recipientHashedPhone`), or of an email address " +
      "(`recipientHashedEmail`): by one of them at least, or by all that the till knows. A phone that pays presents " +
      "a device number, whose hash is not that of the card; the account reference is the same for both. Hash the " +
      "digits of a card; the 29 characters of a reference in upper case; a phone number in E.164 with its plus sign, " +
      "such as `+491701234567`; an address trimmed and in lower case. What is not hashed is 400, and is not repeated.",
    "The receipt goes to the cardholder of the strongest of these that anyone in the environment has registered, in " +
      "that order. Issuers register a card with `onboarding/register`, and further identifiers with " +
      "`users/{userId}/identifiers`: each belongs to one user of an environment. You vouch that it is your " +
      "cardholder's. End a phone number or an address that is no longer theirs: until then your cardholder gets the next " +
      "holder's receipts. `deliveredBy` in a list of receipts says by which of them each one came. A `reference` is your own " +
      "number of a customer, unique in your organization: `users/find` takes it, and no receipt is sent to it.",

    "## Escrow",
    "A receipt whose recipient is not registered is sealed to a key of the " +
      "service until one of its identifiers is registered, at most " +
      `${escrowDays} days. The first registration gets it. This is the one time when ` +
      "the service could open a receipt; afterwards its key is wrapped for the cardholder, or destroyed.",

    "## Claim codes",
    "While a receipt waits in escrow, the creation of its payment, and each replay of that, answers " +
      "`veroMetadata.claimCode`. A till prints it as a QR code of the link `/claim#clm_…` at this service, which opens " +
      "the wallet. A wallet or an issuer's app sends it to `receipts/claim` with its user, who gets the receipt and " +
      "the credit notes of its refunds. Before the payment has succeeded that is 409. **The bearer of the code gets the " +
      "receipt, as with paper**: it works once, for the first user who claims, so give it to the customer alone, and " +
      "keep it out of logs and mail. No other answer has it. Once the card or another identifier is registered, the " +
      "receipt is delivered, and the code is 404.",

    "## Amounts",
    "Integers in the currency's smallest unit (ISO 4217): 1250 is 12.50 EUR, 1250 JPY, " +
      "1.250 KWD. **Without `currency`, a payment is charged in US dollars**, and its answer has the header " +
      '`Warning: 299 - "currency was not given: usd"`. The same bytes charge the same through both gateways, or ' +
      "nothing:",
    formatAmounts(),
    "The sum is `totalPrice` of all items, `taxAmount`, and `tipAmount`. `gateway_two` answers another `amount` or " +
      "`totalAmount` with 400, whose `details` name the sum. `gateway_one` charges `amount`, and only prints the other " +
      "fields. `subtotal` is printed at both.",
    "- **Prices that include the tax**: send `pricesIncludeTax: true`. `taxAmount` is part of the prices then, and is " +
      "not added to them.\n" +
      "- **Split tender**, a receipt that several payments pay: send `splitTender: true` with each of them. `amount` is " +
      "required, and is what this payment charges: at most the sum, or `totalAmount` where there are no items. The " +
      "provider gets one line over it. The payments share a `receiptId`, and each has a `transactionId` of its own. " +
      "`items`, `taxAmount`, `tipAmount`, and `totalAmount` are those of the whole receipt. **Each payment is checked alone**: that " +
      "they add up to the receipt is for your till to see to.\n" +
      "- Both count only where they are exactly `true`. Any other value is kept as it is, like a field of your own, and " +
      "changes nothing of what is charged.",
    "What a provider cannot charge exactly is 400 before anything is stored. The sandbox, where no money moves, takes every " +
      "currency and amount; these are the rules of connected accounts:",
    "- **Stripe** takes BHD, JOD, KWD, OMR, and TND in steps of 10, such as 5.120 KWD as 5120, and MGA in steps of 100. " +
      "Other currencies of three or four decimals, such as IQD, it does not take. Currencies without decimals, such as " +
      "JPY and KRW, are charged as they are.\n" +
      "- **Square** takes the one currency of the location: AUD, CAD, EUR, GBP, JPY, or USD. Currencies of three or more " +
      "decimals are refused.",
    `Currencies, in either case: ${currencyCodes.join(", ")}.`,

    "## Made-up items",
    "Where no items are sent and `mockItems` is not `false`, the receipt gets made-up " +
      "ones, each with `mock: true`. They are for trying out: **a real till sends `mockItems: false`**, so " +
      "that no items are invented, and none are charged, if its items are missing. With `splitTender` they are those " +
      "of the whole receipt where `totalAmount` says what that is, and else add up to `amount`. " +
      "`veroMetadata.mockItems` says whether that happened; `mockItems` in an opened receipt is the value that was sent.",
  ];
}
