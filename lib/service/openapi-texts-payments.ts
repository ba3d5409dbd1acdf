import { config } from "#lib/config.ts";
import { currencyCodes } from "#lib/core/money.ts";
import { CANCELED_KEY_HOURS, DEFAULT_SETTLE_MINUTES } from "#lib/core/retention.ts";
import { formatAmounts } from "./openapi-tables.ts";

/** What a till must know: lost answers, recipients, escrow, and amounts. Markdown. */
export function describePayments(): string[] {
  const { escrowDays } = config();
  return [
    "## When no answer comes",
    "Every answer about a payment names it in `X-Payment-Id`, errors included. Without an answer, " +
      "`GET /api/v1/payments?receiptId=…` finds the payment; **no payment there means: none so far**. The service settles " +
      `a payment by itself within ${DEFAULT_SETTLE_MINUTES} minutes unless the deployment says otherwise: until then it may ` +
      "still be charged, and a charge that shows up later is refunded in full.",
    "To take the money in another way, **cancel first**, by the payment's id or by your own references: the answer is " +
      "`not_charged`, and then nothing can charge it any more, or `refunded`. By references, it also holds for a create that has " +
      `not arrived: for ${CANCELED_KEY_HOURS} hours it is 409, so take another \`transactionId\` for the next try. ` +
      "**While `cancel` answers 503, do not use the other gateway, and do not take cash**: repeat it. The same ids at both " +
      "gateways are two payments. See [A till that never charges twice](/docs/till-that-never-charges-twice).",

    "## Recipients",
    "A payment says whom its receipt is for by SHA-256 hashes: of a card number's digits, of a Payment Account Reference, of " +
      "a phone number in E.164, or of an email address in lower case. One is enough; send all that the till knows. The receipt goes to " +
      "the cardholder of the strongest, in that order, that is registered in the environment. What is not hashed " +
      "is 400. See [Identifiers and claim codes](/docs/identifiers-and-claim-codes).",

    "## Escrow",
    "A receipt whose recipient is not registered is sealed to a key of the service, at most " +
      `${escrowDays} days, until one of its identifiers is registered. This is the one time when the service could open it; ` +
      "afterwards its key is wrapped for the cardholder, or destroyed. See [Escrow](/docs/escrow).",

    "## Claim codes",
    "While a receipt waits in escrow, the creation of its payment, and each replay, answers `veroMetadata.claimCode`. A till " +
      "prints it as a QR code of `/claim#clm_…` at this service. `receipts/claim` gives the receipt to the first user who " +
      "sends the code, once, and is 409 before the payment has succeeded. **The bearer of the code gets the receipt, as " +
      "with paper**: keep it out of logs and mail. See [Identifiers and claim codes](/docs/identifiers-and-claim-codes).",

    "## Amounts",
    "Integers in the currency's smallest unit (ISO 4217): 1250 is 12.50 EUR, 1250 JPY, " +
      "1.250 KWD. **Without `currency`, a payment is charged in US dollars**, and its answer has the header " +
      '`Warning: 299 - "currency was not given: usd"`. The same bytes charge the same through both gateways, or ' +
      "nothing:",
    formatAmounts(),
    "The sum is `totalPrice` of all items, `taxAmount` unless `pricesIncludeTax` is `true`, and `tipAmount`. `gateway_two` " +
      "answers another `amount` or `totalAmount` with 400, whose `details` name the sum. With `splitTender: true`, `amount` " +
      "is what this payment charges of a larger receipt; each payment is checked alone. What a provider cannot charge exactly " +
      "is 400 before anything is stored. See [Amounts, currencies, and taxes](/docs/amounts-currencies-taxes).",
    `Currencies, in either case: ${currencyCodes.join(", ")}.`,

    "## Made-up items",
    "Without items, and with `mockItems` other than `false`, the receipt gets made-up ones, each with `mock: true`. **A real " +
      "till sends `mockItems: false`**. `veroMetadata.mockItems` says whether that happened; `mockItems` in an opened receipt is " +
      "the value that was sent.",
  ];
}
