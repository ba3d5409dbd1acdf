import type { Schemas } from "@sealslip/client";
import type { Command } from "commander";
import { readContext } from "./context.ts";
import { describeMoney } from "./describe-payment.ts";
import { limitOption } from "./options.ts";
import type { ListView } from "./output.ts";
import { takePages } from "./take-pages.ts";

const view: ListView<Schemas["ReceiptSummary"]> = {
  empty: "No receipts",
  columns: {
    PAYMENT: ({ paymentId }) => paymentId,
    KIND: ({ kind }) => kind,
    AMOUNT: (receipt) => describeMoney(receipt),
    RECEIPT: ({ receiptId }) => receiptId,
    STATUS: ({ receiptStatus }) => receiptStatus,
    CREATED: ({ createdAt }) => createdAt,
  },
};

export function addReceiptsList(receipts: Command): void {
  receipts
    .command("list <userId>")
    .description("Lists a cardholder's receipts, newest first; never their content.")
    .addOption(limitOption())
    .addHelpText("after", "\nExample:\n  $ sealslip receipts list usr_… --limit 50")
    .action(async (userId: string, { limit }: { limit: number }, command: Command) => {
      const { client, out, signal } = await readContext(command);
      const query = { limit: Math.min(limit, 100) };
      await out.list(takePages(client.receipts.list(userId, query, { signal }), limit), view);
    });
}
