import type { Gateway } from "@sealslip/client";
import type { Command } from "commander";
import { confirmInProduction } from "./confirm.ts";
import { readContext } from "./context.ts";
import { gatewayOption } from "./options.ts";

export function addPaymentsCancel(payments: Command): void {
  payments
    .command("cancel <paymentId>")
    .description("Makes sure that the customer pays nothing: a payment that was taken is refunded.")
    .addOption(gatewayOption())
    .option("--yes", "do not ask in production")
    .addHelpText("after", "\nExample:\n  $ sealslip payments cancel pay_…")
    .action(async (paymentId: string, options: { gateway: Gateway }, command: Command) => {
      const context = await readContext(command);
      await confirmInProduction(context, `cancels or refunds ${paymentId}`);
      const { client, out, signal } = context;
      out.show(await client.payments.cancel(options.gateway, paymentId, { signal }));
    });
}
