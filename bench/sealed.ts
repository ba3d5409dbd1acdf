import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Reservation, sealReceipt } from "#lib/crypto/seal-receipt.ts";
import { type BenchService, onStage } from "./bench-service.ts";
import { createFixtures, newCard, payment, send } from "./fixtures.ts";
import type { Call } from "./load.ts";
import { fire, LEAD_SECONDS, type Measured, measure } from "./measure.ts";
import type { NextCall } from "./operations.ts";
import { printResult, writeMarkdown } from "./report.ts";
import { beginResults, compareRounds, formatResults, summarize } from "./results.ts";

// The same receipts, sealed by the service or beforehand at the till, in turn on one service.

const { values: flags } = parseArgs({
  options: {
    connections: { type: "string", default: "16" },
    rounds: { type: "string", default: "8" },
    seconds: { type: "string", default: "2.5" },
  },
});
const pace = { connections: Number(flags.connections), seconds: Number(flags.seconds) };
const rounds = Number(flags.rounds);

/** A round without envelopes left ends early. */
const ENVELOPES_PER_SECOND = 2_500;
/** The most that a call of prepare reserves. */
const RESERVATIONS = 100;

const results = beginResults("npm run bench -- sealed", { ...pace, rounds });

console.log(results.machine);
console.log(
  `${pace.connections} connections, ${rounds} rounds of ${pace.seconds} s in turn, medians`,
);
console.log(`load average before: ${results.loadAverage.toFixed(1)}\n`);

await onStage(async (stage) => {
  const service = await stage.start("server.ts");
  const { holders } = await createFixtures(service);
  const cards = holders.map(({ hashedPan }) => hashedPan);
  // A till that has a reservation for escrow uses it for that card, so many times each.
  const unknown = Array.from({ length: cards.length }, newCard);
  results.operations.push(await compare(service, "create, registered", cards));
  results.operations.push(await compare(service, "create, escrowed", unknown));
});

const path = join(import.meta.dirname, "sealed.json");
await writeFile(path, formatResults(results));
console.log(`${writeMarkdown(results)}\n\nwrote ${path}`);

async function compare(service: BenchService, title: string, cards: readonly string[]) {
  const kinds = {
    service: async (): Promise<NextCall> => {
      let position = 0;
      return () => payment(cards[position++ % cards.length] ?? "");
    },
    till: async (seconds: number): Promise<NextCall> => {
      const calls = await sealAll(service, cards, seconds * ENVELOPES_PER_SECOND);
      return () => calls.pop();
    },
  };
  const measured: Record<keyof typeof kinds, Measured[]> = { service: [], till: [] };
  for (const prepare of Object.values(kinds)) {
    const seconds = LEAD_SECONDS * 4;
    await fire(service, await prepare(seconds), { ...pace, seconds });
  }
  for (let round = 0; round < rounds; round++) {
    // Each is the first as often as the second.
    const order = round % 2 === 0 ? (["service", "till"] as const) : (["till", "service"] as const);
    for (const kind of order) {
      const next = await kinds[kind](LEAD_SECONDS + pace.seconds);
      measured[kind].push(await measure(service, next, pace));
    }
  }
  const rows = [
    summarize("by the service", measured.service),
    summarize("at the till", measured.till),
  ];
  const againstService = compareRounds(measured.till, measured.service);
  const result = { operation: title, title, rows, againstService };
  printResult(result);
  return result;
}

/** As the tills do before the sale, and when it is made. */
async function sealAll(
  service: BenchService,
  cards: readonly string[],
  count: number,
): Promise<Call[]> {
  const calls: Call[] = [];
  for (let position = 0; calls.length < count; position++) {
    const recipient = { recipientHashedPan: cards[position % cards.length] ?? "" };
    const body = { ...recipient, count: RESERVATIONS };
    const path = "/api/v1/payments/gateway_one/prepare";
    const { reservations } = await send(service, { method: "POST", path, body });
    const sealed = (reservations as Reservation[]).map((one) => sealCall(one, recipient));
    calls.push(...(await Promise.all(sealed)));
  }
  return calls;
}

async function sealCall(
  reservation: Reservation,
  recipient: { recipientHashedPan: string },
): Promise<Call> {
  const { body, ...call } = payment(recipient.recipientHashedPan);
  const { recipientHashedPan: _card, ...receipt } = body as Record<string, unknown>;
  const { receiptId, merchantId, transactionId, transactionDate, currency, amount } = receipt;
  const clear = { receiptId, merchantId, transactionId, transactionDate, currency, amount };
  const sealed = await sealReceipt(reservation, receipt);
  return { ...call, body: { ...clear, ...recipient, ...sealed } };
}
