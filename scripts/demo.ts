import { randomBytes } from "node:crypto";
import { readExamples } from "#examples/read-examples.ts";
import { createApiClient } from "./demo/api-client.ts";
import { DemoFailure } from "./demo/demo-failure.ts";
import { listReceipts, openOnTheServer, openOnThisSide } from "./demo/open-receipts.ts";
import { type Payment, pay, payAgain, payWithDeclinedCard } from "./demo/pay.ts";
import { readDemoFile } from "./demo/read-demo-file.ts";
import { registerCardholder } from "./demo/register-cardholder.ts";
import type { Stage } from "./demo/stage.ts";
import { hashTestCard } from "./demo/test-card.ts";
import { createTranscript } from "./demo/transcript.ts";

// A reader that closes early, such as `head`, ends the demo; that is not a failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit();
  throw error;
});

try {
  await playDemo();
} catch (error) {
  if (!(error instanceof DemoFailure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** Plays the whole flow against a running server; throws a DemoFailure at the first surprise. */
async function playDemo(): Promise<void> {
  const { baseUrl, apiKeys } = await readDemoFile(process.env.DATA_DIR ?? ".data");
  const examples = readExamples();
  const transcript = createTranscript(createApiClient(baseUrl), console.log);
  const stage: Stage = { transcript, keys: apiKeys, run: randomBytes(3).toString("hex") };
  console.log(`All paths are below ${baseUrl}/api/v1`);

  transcript.act("The issuer makes a key pair and registers a card by its hash");
  const hashedPan = hashTestCard();
  const cardholder = await registerCardholder(stage, { hashedPan, waiting: 0 });

  transcript.act("The card pays; every receipt is sealed to the cardholder's key");
  const payments: Payment[] = [];
  for (const example of examples) {
    payments.push(await pay(stage, { example, hashedPan, receiptStatus: "sealed" }));
  }
  const dinner = findPayment(payments, "restaurant");
  const shopping = findPayment(payments, "supermarket-berlin");
  const coffee = findPayment(payments, "coffee-kuwait");

  transcript.act("A till that lost the answer asks again; nothing is charged twice");
  await payAgain(stage, dinner);

  transcript.act("The issuer lists the receipts; their content stays sealed");
  await listReceipts(stage, cardholder, payments);

  transcript.act("The cardholder opens one; the private key stays on this side");
  await openOnThisSide(stage, cardholder, dinner);

  transcript.act("The service decrypts one; for this the private key travels to it");
  await openOnTheServer(stage, cardholder, shopping);

  transcript.act("A declined card");
  await payWithDeclinedCard(stage, dinner);

  transcript.act("An unregistered card pays; its receipt waits in escrow");
  const newCard = hashTestCard();
  const early = await pay(
    { ...stage, run: `${stage.run}-early` },
    { example: coffee.example, hashedPan: newCard, receiptStatus: "escrowed" },
  );
  const newcomer = await registerCardholder(stage, { hashedPan: newCard, waiting: 1 });
  await openOnThisSide(stage, newcomer, early);

  console.log("");
  console.log(`${payments.length + 1} receipts sealed, 3 opened, every answer as expected.`);
}

function findPayment(payments: Payment[], name: string): Payment {
  const payment = payments.find(({ example }) => example.name === name);
  if (payment === undefined) throw new DemoFailure(`examples/receipts/${name}.json is missing.`);
  return payment;
}
