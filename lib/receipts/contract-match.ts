import { z } from "zod";

const known = z.string().nullable();

/** What a bank matches with its ledger. */
const match = z
  .object({
    authorizationCode: known.meta({
      description:
        "The issuer's approval code of the authorization. Stripe and Square return it with the charge",
    }),
    networkTransactionId: known.meta({
      description:
        "The card network's own id: Visa's Transaction ID, Mastercard's Trace ID, American Express's Acquirer " +
        "Reference Data. Stripe returns it with the charge if the network assigned one; Square does not",
    }),
    acquirerReferenceNumber: known.meta({
      description:
        "The ARN, by which acquirer and issuer trace a cleared transaction. Stripe sends that of a refund in a " +
        "notification one to three business days later; neither provider has that of a sale",
    }),
    merchantCategoryCode: known.meta({
      description:
        "The four digits of ISO 18245: of the account or location at the provider, as of when the connection was " +
        "last saved or tested",
    }),
    terminalId: known.meta({
      description: "The `terminalId` of the request, up to 128 characters",
    }),
  })
  .meta({
    id: "Match",
    description:
      "What a bank matches with its ledger: each field is null until it is known. The sandbox answers values that " +
      "are derived from the id of the payment or refund and always the same: an authorization code of `S` and five " +
      "digits, a network id of `SBX` and twelve digits, an ARN of 23 digits, and the category 5999",
  });

/** Null as a whole until the provider has reported something. */
export const matchOrNull = match.nullable().meta({
  description:
    "What a bank matches with its ledger; null until the provider has reported something",
});

export type Match = z.output<typeof match>;

/** What a provider reports of it. */
export type ToldMatch = Omit<Match, "terminalId">;
