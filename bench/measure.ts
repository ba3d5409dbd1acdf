import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import { type BenchService, startBenchService } from "./bench-service.ts";
import { runLoad } from "./load.ts";
import { describeMachine } from "./machine.ts";

const WARM_UP_SECONDS = 10;
const SECONDS = 10;
const CONNECTIONS = 64;

export type Load = { name: string; path: string; body: () => unknown };

/** In every reference of this run, so that nothing repeats what an earlier one has made. */
export const run = randomBytes(4).toString("hex");

let count = 0;

/** Of the body that is asked for: unlike any other of this run. */
export function currentCount(): number {
  return count;
}

export function announce(what: string): void {
  console.log(`${what}: ${CONNECTIONS} connections, ${SECONDS} s each`);
  console.log(describeMachine());
  console.log("the load generator runs on the same machine\n");
  console.log("requests/s   p50 ms   p99 ms   server CPU ms/request   what");
}

export async function onService(
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

export async function measure(target: BenchService, load: Load): Promise<void> {
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

export type BenchCardholder = { hashedPan: string; userId: string; keyId: string };

/** Registered cardholders. */
export async function registerCards(
  target: BenchService,
  cardholders: number,
): Promise<BenchCardholder[]> {
  const hashes = Array.from({ length: cardholders }, (_, index) =>
    sha256(`${run} holder ${index}`),
  );
  const registered: BenchCardholder[] = [];
  for (const hashedPan of hashes) {
    const { keyId, publicKey } = await post(target, "/api/v1/onboarding/generate-keys", {});
    const body = { hashedPan, keyId, publicKey };
    const { userId } = await post(target, "/api/v1/onboarding/register", body);
    registered.push({ hashedPan, userId, keyId });
  }
  return registered;
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

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
