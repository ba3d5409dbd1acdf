import { randomBytes } from "node:crypto";
import type { Body, Gateway } from "@sealslip/client";
import type { Command } from "commander";
import { confirmInProduction } from "./confirm.ts";
import { type Context, readContext } from "./context.ts";
import { describeMoney } from "./describe-payment.ts";
import { Interrupted } from "./interrupt.ts";
import { gatewayOption, readAmount } from "./options.ts";
import { readBody } from "./read-body.ts";

type Options = {
  gateway: Gateway;
  amount?: number;
  reference?: string;
  body?: string;
  merchantName?: string;
};

type RefundBody = Body<"refundPayment">;

export function addPaymentsRefund(payments: Command): void {
  payments
    .command("refund <paymentId>")
    .description("Refunds all that is left of a payment, or a part.")
    .addOption(gatewayOption())
    .option("--amount <integer>", "in the currency's smallest unit; all if not given", readAmount)
    .option("--reference <text>", "your name of the refund; drawn if not given")
    .option("--merchant-name <name>", "the name on the credit note; CLI if not given")
    .option("--body <file>", "JSON of the request; - reads standard input, and flags win over it")
    .option("--yes", "do not ask in production")
    .addHelpText("after", "\nExample:\n  $ sealslip payments refund pay_… --amount 500")
    .action(async (paymentId: string, options: Options, command: Command) => {
      const body = await buildBody(options);
      const context = await readContext(command);
      const amount = options.amount === undefined ? "" : ` ${options.amount} of`;
      await confirmInProduction(context, `refunds${amount} ${paymentId}`);
      const refund = await send(context, options.gateway, paymentId, body);
      context.out.show(refund, {
        refund: refund.refundId,
        status: refund.refundStatus,
        amount: describeMoney(refund),
        payment: refund.paymentId,
        reference: refund.refundReference,
      });
    });
}

async function buildBody({ amount, reference, merchantName, body }: Options): Promise<RefundBody> {
  const drawn = `cli-${randomBytes(6).toString("hex")}`;
  const built = {
    ...namesOf(drawn),
    transactionDate: new Date().toISOString(),
    merchantName: "CLI",
    ...(await readBody(body)),
    ...(reference !== undefined && namesOf(reference)),
    ...(amount !== undefined && { amount }),
    ...(merchantName !== undefined && { merchantName }),
  };
  // The service checks it, and names each field that is wrong.
  return built as RefundBody;
}

function namesOf(reference: string) {
  return { refundReference: reference, receiptId: reference, transactionId: reference };
}

async function send(
  { client, signal, out }: Context,
  gateway: Gateway,
  paymentId: string,
  body: RefundBody,
) {
  out.progress(`Refund ${body.refundReference} …`);
  try {
    return await client.payments.refund(gateway, paymentId, body, { signal });
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    throw new Interrupted(
      `It may have been refunded. Find out: sealslip payments get ${paymentId}`,
    );
  }
}
