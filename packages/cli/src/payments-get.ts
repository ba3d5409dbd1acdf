import type { Gateway } from "@sealslip/client";
import type { Command } from "commander";
import { readContext } from "./context.ts";
import { describePayment } from "./describe-payment.ts";
import { gatewayOption } from "./options.ts";

export function addPaymentsGet(payments: Command): void {
  payments
    .command("get <paymentId>")
    .description("Shows a payment.")
    .addOption(gatewayOption())
    .addHelpText("after", "\nExample:\n  $ sealslip payments get pay_… --gateway gateway_two")
    .action(async (paymentId: string, options: { gateway: Gateway }, command: Command) => {
      const { client, out, signal } = await readContext(command);
      const payment = await client.payments.get(options.gateway, paymentId, { signal });
      out.show(payment, describePayment(payment));
    });
}
