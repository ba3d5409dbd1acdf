import { randomBytes } from "node:crypto";
import type { Gateway, PaymentRequest, Settled } from "@sealslip/client";
import { type Command, Option } from "commander";
import { exitCodes, usageError } from "./cli-error.ts";
import { confirmInProduction } from "./confirm.ts";
import { type Context, readContext } from "./context.ts";
import { describeMoney } from "./describe-payment.ts";
import { Interrupted } from "./interrupt.ts";
import { gatewayOption, readAmount } from "./options.ts";
import { readBody } from "./read-body.ts";
import { reportError } from "./report-error.ts";
import { hashTestCard } from "./test-cards.ts";

type Options = {
  gateway: Gateway;
  body?: string;
  hashedPan?: string;
  testCard?: string;
  amount?: number;
  currency?: string;
  receiptId?: string;
  transactionId?: string;
  merchantId?: string;
  merchantName?: string;
  paymentMethod?: string;
  cardNonce?: string;
};

export function addPaymentsCreate(payments: Command): void {
  payments
    .command("create")
    .summary("take a payment")
    .description(
      "Takes a payment as a till should: repeats the request if no answer comes, and cancels what stays undecided.",
    )
    .addOption(gatewayOption())
    .option("--body <file>", "JSON of the request; - reads standard input, and flags win over it")
    .option("--amount <integer>", "in the currency's smallest unit: 1250 is €12.50", readAmount)
    .option("--currency <code>", "ISO 4217, such as eur; usd if not given")
    .addOption(new Option("--hashed-pan <hex>", "SHA-256 of the card number").conflicts("testCard"))
    .option("--test-card <brand>", "a published test number, hashed here, such as visa")
    .option("--receipt-id <id>", "your reference of the receipt; drawn if not given")
    .option("--transaction-id <id>", "your reference of the transaction; drawn if not given")
    .option("--merchant-id <id>", "your reference of the shop; cli if not given")
    .option("--merchant-name <name>", "the name on the receipt; CLI if not given")
    .option("--payment-method <value>", "what gateway_one charges, or a test value")
    .option("--card-nonce <value>", "what gateway_two charges, or a test value")
    .option("--yes", "do not ask in production")
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  $ sealslip payments create --amount 1250 --currency eur --test-card visa\n" +
        "  $ sealslip payments create --body sale.json --gateway gateway_two\n" +
        "  $ jq -n '{amount: 990}' | sealslip payments create --body - --test-card amex --json",
    )
    .action(async (options: Options, command: Command) => {
      const body = await buildBody(options);
      const context = await readContext(command);
      await confirmInProduction(context, `charges ${describeMoney(body) ?? "a card"}`);
      show(context, await take(context, options.gateway, body));
    });
}

async function buildBody(options: Options): Promise<PaymentRequest> {
  const { testCard, hashedPan, amount, currency, paymentMethod, cardNonce } = options;
  const reference = randomBytes(6).toString("hex");
  const given = {
    receiptId: options.receiptId,
    transactionId: options.transactionId,
    merchantId: options.merchantId,
    merchantName: options.merchantName,
    amount,
    currency,
    paymentMethod,
    cardNonce,
    recipientHashedPan: testCard === undefined ? hashedPan : await hashTestCard(testCard),
  };
  const body = {
    receiptId: `cli-${reference}`,
    transactionId: `cli-${reference}`,
    transactionDate: new Date().toISOString(),
    merchantId: "cli",
    merchantName: "CLI",
    ...(await readBody(options.body)),
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  };
  if (!Object.keys(body).some((name) => name.startsWith("recipientHashed"))) {
    throw usageError("No card", "Add --test-card visa, or --hashed-pan <hex>.");
  }
  // The service checks it, and names each field that is wrong.
  return body as PaymentRequest;
}

async function take(
  { client, signal, out }: Context,
  gateway: Gateway,
  body: PaymentRequest,
): Promise<Settled> {
  out.progress(`Receipt ${body.receiptId}, transaction ${body.transactionId} …`);
  try {
    return await client.payments.createAndSettle(gateway, body, { signal });
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    throw new Interrupted(
      `The payment may have been taken. Find out: sealslip payments list --receipt-id ${body.receiptId}`,
    );
  }
}

function show({ out }: Context, settled: Settled): void {
  if (settled.state === "declined" || settled.state === "undecided") {
    process.exitCode = reportError(settled.error, { json: out.json });
    return;
  }
  if (settled.state === "canceled") {
    process.exitCode = exitCodes.undecided;
    out.show(settled);
    return;
  }
  const { paymentId, veroMetadata } = settled.payment;
  const { paymentStatus, receiptStatus, receiptId, gateway } = veroMetadata;
  out.show(settled, {
    payment: paymentId,
    status: paymentStatus,
    amount: describeMoney(veroMetadata),
    gateway,
    receipt: receiptId,
    "receipt is": receiptStatus,
    "claim code": "claimCode" in veroMetadata ? veroMetadata.claimCode : undefined,
  });
}
