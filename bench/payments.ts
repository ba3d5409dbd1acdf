import { readExamples } from "#examples/read-examples.ts";
import type { BenchService } from "./bench-service.ts";
import {
  announce,
  currentCount,
  measure,
  onService,
  registerCards,
  run,
  sha256,
} from "./measure.ts";

const CARDHOLDERS = 50;
const CREATE = "/api/v1/payments/gateway_one/create";

announce("payments, receipts of 8 items");

await onService("bench/floor.ts", 1, async (floor) => {
  const body = () => ({});
  await measure(floor, { name: "floor: node:http, one insert of 2 KB", path: "/", body });
});
await onService("server.ts", 1, async (service) => {
  const { known, unknown } = await preparePayments(service);
  await measure(service, { name: "payment create, sealed", path: CREATE, body: known });
  await measure(service, { name: "payment create, escrowed", path: CREATE, body: unknown });
  const repeated = { ...known(), receiptId: `bench-${run}-repeated` };
  await measure(service, { name: "payment create, replayed", path: CREATE, body: () => repeated });
});
await onService("server.ts", 2, async (service) => {
  const { known } = await preparePayments(service);
  const name = "payment create, sealed, by two instances";
  await measure(service, { name, path: CREATE, body: known });
});

/** Bodies for cards that are registered, and for cards that nobody has registered. */
async function preparePayments(service: BenchService) {
  const cards = await registerCards(service, CARDHOLDERS);
  const template = paymentTemplate();
  return {
    known: () => ({
      ...template(),
      recipientHashedPan: cards[currentCount() % cards.length]?.hashedPan,
    }),
    unknown: () => ({ ...template(), recipientHashedPan: sha256(`${run} card ${currentCount()}`) }),
  };
}

/** The grocery example, unlike any other at each call. */
function paymentTemplate(): () => Record<string, unknown> {
  const example = readExamples().find(({ name }) => name === "grocery");
  if (!example) throw new Error("examples/receipts has no grocery receipt");
  return () => ({
    ...example.request,
    receiptId: `bench-${run}-${currentCount()}`,
    transactionId: `bench-${run}-${currentCount()}`,
  });
}
