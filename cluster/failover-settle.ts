import { setTimeout as pause } from "node:timers/promises";
import { pool } from "#lib/storage/database.ts";
import { compareBooks } from "./compare.ts";
import { compareEvents, countDoubleRefunds, countMissing } from "./failover-books.ts";
import type { FailoverScene } from "./failover-scene.ts";
import { formatSeconds } from "./table.ts";

/** The job that finishes what is left looks once a minute. */
const SETTLED_MS = 5 * 60_000;
const LOOK_MS = 2_000;

/** Ends the load, and compares what callers, the database, the providers, and the endpoint have; returns what differs. */
export async function settleFailover(scene: FailoverScene): Promise<string[]> {
  const { stage, merchant, shop, load, receiver, earlier } = scene;
  const begunAt = performance.now();
  await Promise.all([shop.close(), load.close()]);
  const interrupted = shop.sales.filter(({ interruptions }) => interruptions > 0);
  for (const sale of interrupted) await shop.pay(sale);

  const compare = async () => ({
    books: await compareBooks(stage, merchant, shop.sales),
    events: await compareEvents(pool(), receiver, earlier),
  });
  let found = await compare();
  const deadline = begunAt + SETTLED_MS;
  while (found.books.pending + found.events.violations.length > 0 && performance.now() < deadline) {
    await pause(LOOK_MS);
    found = await compare();
  }
  const { acknowledged, ...books } = found.books;
  const { grants, ...missing } = await countMissing(stage, load.acknowledged);
  const doubleRefunds = countDoubleRefunds(stage, shop.sales);
  const { acknowledged: done, undone } = load;
  console.log(
    [
      "",
      `  ${acknowledged} payments answered for, ${interrupted.length} of them sent again: ${books.lost} lost, ${books.doubled} charged twice, ${books.apart} unlike the providers' books`,
      `  ${done.openings.length} openings: ${missing.openings} lost; ${done.refunds.length} refunds: ${missing.refunds} lost, ${doubleRefunds} paid out twice`,
      `  ${done.grants.length} grants: ${grants} lost, ${undone.grants.size} refused when they were to be used`,
      `  ${undone.payments.size} payments were pending again when their receipt or a refund was asked for`,
      `  ${found.events.delivered} events delivered, ${found.events.violations.length} not as they should be`,
      `  settled in ${formatSeconds(performance.now() - begunAt)}`,
    ].join("\n"),
  );
  const counts = { ...books, ...missing, grants, doubleRefunds };
  return [
    ...Object.entries(counts).flatMap(([name, count]) =>
      count > 0 ? [`✗ at the end: ${count} ${name}`] : [],
    ),
    ...found.events.violations.slice(0, 20).map((line) => `✗ events: ${line}`),
  ];
}
