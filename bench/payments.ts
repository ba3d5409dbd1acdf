import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import { readExamples } from "#examples/read-examples.ts";
import { type BenchService, startBenchService } from "./bench-service.ts";
import { runLoad } from "./load.ts";
import { describeMachine } from "./machine.ts";

const WARM_UP_SECONDS = 10;
const SECONDS = 10;
const CONNECTIONS = 64;
const CARDHOLDERS = 50;
const CREATE = "/api/v1/payments/gateway_one/create";

type Load = { name: string; path: string; body: () => unknown };

const run = randomBytes(4).toString("hex");
let count = 0;

console.log(`payments: ${CONNECTIONS} connections, ${SECONDS} s each, receipts of 8 items`);
console.log(describeMachine());
console.log("the load generator runs on the same machine\n");
console.log("requests/s   p50 ms   p99 ms   server CPU ms/request   what");

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

async function onService(
  script: string,
  instances: number,
  work: (service: BenchService) => Promise<void>,
): Promise<void> {
  const service = await startBenchService(join(import.meta.dirname, "..", script), instances);
  try {
    await work(service);
  } finally {
    await service.stop();
  }
}

/** Bodies for cards that are registered, and for cards that nobody has registered. */
async function preparePayments(service: BenchService) {
  const cards = await registerCards(service);
  const template = paymentTemplate();
  return {
    known: () => ({ ...template(), recipientHashedPan: cards[count % cards.length] }),
    unknown: () => ({ ...template(), recipientHashedPan: sha256(`${run} card ${count}`) }),
  };
}

async function measure(target: BenchService, load: Load): Promise<void> {
  // Once to warm up: the compiler, the pool, PostgreSQL's caches.
  await fire(target, load, WARM_UP_SECONDS);
  const before = await target.cpuMs();
  const result = await fire(target, load, SECONDS);
  const after = await target.cpuMs();
  if (result.refused > 0) throw new Error(`${load.name}: ${result.refused} refused`);

  const cpu = before === undefined || after === undefined ? undefined : after - before;
  const figures = [
    (result.requests / result.seconds).toFixed(0).padStart(10),
    result.percentile(50).toFixed(1).padStart(8),
    result.percentile(99).toFixed(1).padStart(8),
    (cpu === undefined ? "-" : (cpu / result.requests).toFixed(2)).padStart(23),
  ];
  console.log(`${figures.join(" ")}   ${load.name}`);
}

async function fire(target: BenchService, { path, body }: Load, seconds: number) {
  const next = () => {
    count += 1;
    return body();
  };
  const urls = target.urls.map((url) => new URL(path, url));
  const headers = { "X-API-Key": target.apiKey };
  return await runLoad({ urls, headers, body: next, connections: CONNECTIONS, seconds });
}

async function registerCards(target: BenchService): Promise<string[]> {
  const hashes = Array.from({ length: CARDHOLDERS }, (_, index) =>
    sha256(`${run} holder ${index}`),
  );
  for (const hashedPan of hashes) {
    const { keyId, publicKey } = await post(target, "/api/v1/onboarding/generate-keys", {});
    await post(target, "/api/v1/onboarding/register", { hashedPan, keyId, publicKey });
  }
  return hashes;
}

async function post(target: BenchService, path: string, body: unknown) {
  const response = await fetch(`${target.urls[0]}${path}`, {
    method: "POST",
    headers: { "x-api-key": target.apiKey, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return (await response.json()).data;
}

/** The grocery example, unlike any other at each call. */
function paymentTemplate(): () => Record<string, unknown> {
  const example = readExamples().find(({ name }) => name === "grocery");
  if (!example) throw new Error("examples/receipts has no grocery receipt");
  return () => ({
    ...example.request,
    receiptId: `bench-${run}-${count}`,
    transactionId: `bench-${run}-${count}`,
  });
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
