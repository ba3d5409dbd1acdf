import { z } from "zod";
import { timestamp } from "#lib/core/date-time.ts";
import type { Operation } from "#lib/core/operation.ts";
import { hashedText, idText, userIdParam } from "#lib/core/text.ts";
import { identifierKinds } from "#lib/core/vocabulary.ts";
import { userSummary } from "./contract.ts";

/** Of one user, the card of the registration included. */
export const MAX_IDENTIFIERS = 20;

const identifierToFind = z
  .object({
    kind: z.enum(identifierKinds).meta({
      description:
        "`reference` is your own customer number: `POST /users/find` takes it, and no receipt is sent to it",
    }),
    hash: hashedText.meta({
      description:
        "SHA-256, hex, of the card number (digits only), the Payment Account Reference (upper case), the phone " +
        "number (E.164 with its plus sign), the email address (trimmed, lower case), or your reference",
    }),
  })
  .meta({ id: "IdentifierHash" });

const identifier = z
  .object({
    identifierId: z.string(),
    kind: z.enum(identifierKinds),
    createdAt: timestamp,
    deliveredReceipts: z.int().meta({
      description: "Receipts handed over from escrow when it was registered",
    }),
  })
  .meta({ id: "Identifier" });

const identifierList = z
  .object({
    identifiers: z.array(identifier).meta({
      description: "The card of the registration first, then the oldest first; never a hash",
    }),
  })
  .meta({ id: "Identifiers" });

const endedIdentifier = z
  .object({
    identifierId: z.string(),
    kind: z.enum(identifierKinds),
    status: z.literal("ended"),
    endedAt: timestamp,
  })
  .meta({ id: "EndedIdentifier" });

export type IdentifierHash = z.output<typeof identifierToFind>;
export type Identifier = z.output<typeof identifier>;
export type IdentifierJson = z.input<typeof identifier>;
export type Identifiers = z.output<typeof identifierList>;
export type EndedIdentifier = z.output<typeof endedIdentifier>;

const userParams = z.object({ userId: userIdParam });

export const registerIdentifierOperation = {
  operationId: "registerIdentifier",
  method: "POST",
  path: "/api/v1/users/{userId}/identifiers",
  tag: "Onboarding",
  summary: "Add an identifier of a cardholder",
  description:
    "Another card of the same person, a Payment Account Reference, a phone number, an email address, or your " +
    "own reference. You vouch that it is the cardholder's, as you do for a card. Receipts that waited in escrow " +
    "for it are handed over in the same transaction. The same one again is answered by 200. A user has up to " +
    `${MAX_IDENTIFIERS}.`,
  scope: "onboarding:write",
  rateClass: "writes",
  stepUp: true,
  visits: true,
  params: userParams,
  body: identifierToFind,
  response: identifier,
  statuses: [201, 200],
  errors: ["not_found", "conflict"],
} as const satisfies Operation;

export const listIdentifiersOperation = {
  operationId: "listIdentifiers",
  method: "GET",
  path: "/api/v1/users/{userId}/identifiers",
  tag: "Onboarding",
  summary: "List the identifiers of a cardholder",
  scope: "receipts:read",
  rateClass: "reads",
  visits: true,
  params: userParams,
  response: identifierList,
  statuses: [200],
  errors: ["not_found"],
} as const satisfies Operation;

export const endIdentifierOperation = {
  operationId: "endIdentifier",
  method: "DELETE",
  path: "/api/v1/users/{userId}/identifiers/{identifierId}",
  tag: "Onboarding",
  summary: "End an identifier of a cardholder",
  description:
    "Receipts to come no longer go to the user by it; those delivered stay. The card of the registration ends " +
    "only with the user (409).",
  scope: "onboarding:write",
  leastRole: "support",
  rateClass: "writes",
  stepUp: true,
  visits: true,
  params: z.object({
    userId: userIdParam,
    identifierId: idText.meta({ description: "`identifierId` of the list" }),
  }),
  response: endedIdentifier,
  statuses: [200],
  errors: ["not_found", "conflict"],
} as const satisfies Operation;

export const findUserOperation = {
  operationId: "findUser",
  method: "POST",
  path: "/api/v1/users/find",
  tag: "Onboarding",
  summary: "Find a cardholder by an identifier",
  description:
    "Of your own cardholders alone; 404 otherwise. A POST, so that no hash is part of an address.",
  scope: "receipts:read",
  rateClass: "reads",
  body: identifierToFind,
  response: userSummary,
  statuses: [200],
  errors: ["not_found"],
} as const satisfies Operation;
