import { createSocket } from "node:dgram";
import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { startStripeStandIn } from "#lib/gateways/stripe/testing/stripe-stand-in.ts";
import { onStage } from "./bench-service.ts";
import type { Target } from "./isolation/hostile.ts";
import { type Comparison, formatRow, isIsolated, tableHead } from "./isolation/judge.ts";
import { kinds } from "./isolation/kinds.ts";
import { setUpTarget } from "./isolation/set-up-target.ts";
import { awaitCalm, measureVictim } from "./isolation/victim.ts";
import { describeMachine } from "./machine.ts";

// Another tenant's payments, alone and beside each caller that asks for all it may. Names in the arguments
// choose the callers that contain them.
const WARM_UP_SECONDS = 5;
const IDLE_SECONDS = 3;
const BESIDE_SECONDS = 5;
/** The first rendering of a page loads its code, which takes half a second. */
const PAGES = ["/docs/reference", "/sign-in", "/merchant/payments/pay_0", "/missing"];

const folder = join(import.meta.dirname, "isolation");
const asked = process.argv.slice(2);
const chosen = Object.keys(kinds).filter(
  (kind) => asked.length === 0 || asked.some((part) => kind.includes(part)),
);
if (chosen.length === 0) throw new Error(`there is ${Object.keys(kinds).join(", ")}`);

console.log(describeMachine());
await using stripe = await startStripeStandIn();
const silence = createSocket("udp4");
silence.bind(0, "127.0.0.1");
await once(silence, "listening");

await onStage(async (stage) => {
  const service = await stage.start("server.ts", {
    env: { STRIPE_API_BASE: stripe.url, SILENT_DNS: `127.0.0.1:${silence.address().port}` },
    nodeOptions: ["--import", join(folder, "silent-dns.ts")],
  });
  const { apiKey, dataDir, urls } = service;
  const victim = { apiKey, url: urls[0] ?? "" };
  const target = await setUpTarget({ url: victim.url, dataDir, ownerUrl: stage.ownerUrl });
  for (const page of PAGES) await (await fetch(`${victim.url}${page}`)).text();
  await measureVictim(victim, WARM_UP_SECONDS);

  console.log(`\n${tableHead}`);
  for (const [index, kind] of chosen.entries()) {
    const idle = await measureVictim(victim, IDLE_SECONDS);
    await using hostile = await startHostile(kind, target, `127.0.1.${index + 1}`);
    const beside = await measureVictim(victim, BESIDE_SECONDS);
    const comparison: Comparison = { kind, idle, beside, statuses: await hostile.stop() };
    console.log(formatRow(comparison));
    if (!isIsolated(comparison)) process.exitCode = 1;
    await awaitCalm(victim, idle);
  }
});
silence.close();

async function startHostile(kind: string, target: Target, address: string) {
  const worker = new Worker(join(folder, "run-hostile.ts"), {
    workerData: { kind, target, address },
  });
  await once(worker, "message");
  return {
    async stop(): Promise<Record<string, number>> {
      worker.postMessage("stop");
      const [statuses] = await once(worker, "message");
      return statuses;
    },
    async [Symbol.asyncDispose]() {
      await worker.terminate();
    },
  };
}
