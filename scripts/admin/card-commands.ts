import { text } from "node:stream/consumers";
import { z } from "zod";
import {
  type CardHolding,
  findHoldings,
  type ReleasedCard,
  type ReleasedIdentifier,
  releaseCard,
  releaseIdentifier,
} from "#lib/cardholders/operate.ts";
import { isId } from "#lib/core/ids.ts";
import { hashedText } from "#lib/core/text.ts";
import { defineCommand, type Subject } from "./command.ts";
import { count, toDay, toLine } from "./text.ts";
import { UsageError } from "./usage-error.ts";

const holder = z
  .string({ error: "the user id or identifier id is missing" })
  .refine(
    (given) => isId("cardholder", given) || isId("identifier", given),
    "the id is neither a user's nor an identifier's: usr_… or idt_…",
  );

export const subject: Subject = {
  commands: {
    show: defineCommand({
      does: "who has registered the card, or other identifier, whose\nSHA-256 comes in on standard input; it is printed nowhere",
      reach: "secrets",
      run: async () => {
        const result = await findHoldings(readHash(await text(process.stdin)));
        if (result.length > 0) return { result, text: result.map(describeHolding).join("\n") };
        return {
          result,
          text: "Neither a card nor another identifier with this hash is registered",
        };
      },
    }),
    release: defineCommand({
      takes: "<user id | identifier id>",
      does: "take a card from a user who registered it wrongly: the user\nis erased, and any approved issuer may register the card; or\ntake one identifier that was added to a user wrongly",
      destroys:
        "With a user id, the user is erased, and the receipts delivered to them can never be opened.",
      words: { holder },
      run: async ({ holder: id }) => {
        if (isId("identifier", id)) {
          const result = await releaseIdentifier({ identifierId: id });
          return { result, text: describeReleasedIdentifier(result) };
        }
        const result = await releaseCard({ userId: id });
        return { result, text: describeReleased(result) };
      },
    }),
  },
  notes:
    "The hash is not taken as an argument, which other accounts and the shell's history would see.",
};

function readHash(given: string): string {
  const read = hashedText.safeParse(given.trim());
  if (read.success) return read.data;
  throw new UsageError(`standard input: ${read.error.issues[0]?.message}`, "cards");
}

function describeHolding({ environment, userId: id, issuer, ...holding }: CardHolding): string {
  const receipts = count(holding.deliveredReceipts, "receipt");
  const { kind, identifierId } = holding;
  return [
    `${environment}: ${id}`,
    ...(identifierId === null ? [] : [`  ${kind} ${identifierId}`]),
    `  registered on ${toDay(holding.registeredAt)} by ${issuer.id}  ${toLine(issuer.name)}`,
    `  ${receipts} from escrow`,
  ].join("\n");
}

function describeReleasedIdentifier({ identifierId, userId, kind }: ReleasedIdentifier): string {
  return `${identifierId} (${kind}) is no longer ${userId}'s; what was delivered by it stays theirs.`;
}

function describeReleased({ environment, mayRegister, ...released }: ReleasedCard): string {
  return [
    `${released.userId} is erased, with ${count(released.erasedReceipts, "receipt")} that can never be opened again.`,
    `New receipts of the card wait in escrow. Who may register it in ${environment}:`,
    ...mayRegister.map(({ id, name }) => `  ${id}  ${toLine(name)}`),
  ].join("\n");
}
