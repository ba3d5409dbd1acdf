import { text } from "node:stream/consumers";
import { z } from "zod";
import {
  type CardHolding,
  findHoldings,
  type ReleasedCard,
  releaseCard,
} from "#lib/cardholders/operate.ts";
import { isId } from "#lib/core/ids.ts";
import { hashedPanText } from "#lib/core/text.ts";
import { defineCommand, type Subject } from "./command.ts";
import { count, toDay, toLine } from "./text.ts";
import { UsageError } from "./usage-error.ts";

const userId = z
  .string({ error: "the user id is missing" })
  .refine((given) => isId("cardholder", given), "the user id is not one: usr_…");

export const subject: Subject = {
  commands: {
    show: defineCommand({
      does: "who has registered the card whose SHA-256 comes in on\nstandard input; it is printed nowhere",
      reach: "secrets",
      run: async () => {
        const result = await findHoldings(readHash(await text(process.stdin)));
        if (result.length > 0) return { result, text: result.map(describeHolding).join("\n") };
        return { result, text: "This card is not registered" };
      },
    }),
    release: defineCommand({
      takes: "<user id>",
      does: "take a card from a user who registered it wrongly: the user\nis erased, and any approved issuer may register the card",
      destroys: "The user is erased, and the receipts delivered to them can never be opened.",
      words: { userId },
      run: async (holder) => {
        const result = await releaseCard(holder);
        return { result, text: describeReleased(result) };
      },
    }),
  },
  notes:
    "The hash is not taken as an argument, which other accounts and the shell's history would see.",
};

function readHash(given: string): string {
  const read = hashedPanText.safeParse(given.trim());
  if (read.success) return read.data;
  throw new UsageError(`standard input: ${read.error.issues[0]?.message}`, "cards");
}

function describeHolding({ environment, userId: id, issuer, ...holding }: CardHolding): string {
  const receipts = count(holding.deliveredReceipts, "receipt");
  return [
    `${environment}: ${id}`,
    `  registered on ${toDay(holding.registeredAt)} by ${issuer.id}  ${toLine(issuer.name)}`,
    `  ${receipts} from escrow`,
  ].join("\n");
}

function describeReleased({ environment, mayRegister, ...released }: ReleasedCard): string {
  return [
    `${released.userId} is erased, with ${count(released.erasedReceipts, "receipt")} that can never be opened again.`,
    `New receipts of the card wait in escrow. Who may register it in ${environment}:`,
    ...mayRegister.map(({ id, name }) => `  ${id}  ${toLine(name)}`),
  ].join("\n");
}
