import type { Query, Schemas } from "@sealslip/client";
import { type Command, Option } from "commander";
import { readContext } from "./context.ts";
import { describeMoney } from "./describe-payment.ts";
import { limitOption } from "./options.ts";
import type { ListView } from "./output.ts";
import { takePages } from "./take-pages.ts";

type Filters = Omit<Query<"findPayments">, "limit" | "cursor" | "paymentStatus">;

type Options = Filters & {
  status?: NonNullable<Query<"findPayments">["paymentStatus"]>;
  limit: number;
};

const view: ListView<Schemas["Payment"]> = {
  empty: "No payments",
  columns: {
    PAYMENT: ({ paymentId }) => paymentId,
    STATUS: ({ status }) => status,
    AMOUNT: ({ veroMetadata }) => describeMoney(veroMetadata),
    RECEIPT: ({ receiptId }) => receiptId,
    CREATED: ({ veroMetadata }) => veroMetadata.createdAt,
    GATEWAY: ({ veroMetadata }) => veroMetadata.gateway,
  },
};

export function addPaymentsList(payments: Command): void {
  payments
    .command("list")
    .description("Lists payments, newest first.")
    .addOption(limitOption())
    .addOption(new Option("--gateway <name>").choices(["gateway_one", "gateway_two"]))
    .addOption(
      new Option("--status <status>", "as it is now").choices([
        "pending",
        "requires_confirmation",
        "succeeded",
        "failed",
        "canceled",
      ]),
    )
    .option("--receipt-id <id>", "your reference of the receipt")
    .option("--transaction-id <id>", "your reference of the transaction")
    .option("--merchant-id <id>", "your reference of the shop")
    .option("--from <time>", "created at or after this time")
    .option("--to <time>", "created before this time")
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  $ sealslip payments list --status succeeded --limit 100\n" +
        "  $ sealslip payments list --receipt-id r-1001 --json | jq -r .paymentId",
    )
    .action(async ({ status, limit, ...filters }: Options, command: Command) => {
      const { client, out, signal } = await readContext(command);
      const query = {
        from: filters.from,
        to: filters.to,
        gateway: filters.gateway,
        receiptId: filters.receiptId,
        transactionId: filters.transactionId,
        merchantId: filters.merchantId,
        paymentStatus: status,
      };
      const list = client.payments.list(
        withoutUndefined({ ...query, limit: Math.min(limit, 100) }),
        {
          signal,
        },
      );
      await out.list(takePages(list, limit), view);
    });
}

function withoutUndefined<T extends object>(
  value: T,
): { [K in keyof T]: Exclude<T[K], undefined> } {
  const given = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(given) as { [K in keyof T]: Exclude<T[K], undefined> };
}
