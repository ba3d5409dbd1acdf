import { failoverFaults, fullStandby } from "./failover-faults.ts";
import { runFailover } from "./failover-trial.ts";
import { canMount } from "./optional-faults.ts";
import { FAILOVER_PACKAGES, findFailoverPrograms } from "./programs.ts";
import { runTrial } from "./run-trial.ts";

// npm run cluster -- failover: the service stands when its database dies, with PostgreSQL under Patroni.

const ROUNDS = 10;
/** For what hangs: ten rounds of each take half an hour. */
const DEADLINE_MS = 60 * 60_000;

/** A number is that of the rounds, `direct` leaves PgBouncer out; of other words, a fault's title has one. */
const args = process.argv.slice(2);
const rounds = Number(args.find((arg) => /^\d+$/.test(arg)) ?? ROUNDS);
const isDirect = args.includes("direct");
const wanted = args.filter((arg) => !/^\d+$/.test(arg) && arg !== "direct");

await runTrial({ deadlineMs: DEADLINE_MS }, async (parts) => {
  const programs = findFailoverPrograms();
  if (!programs) throw new Error(`patroni or etcd not found: ${FAILOVER_PACKAGES}`);
  if (!canMount()) console.log("  left out: a full disk, which takes root on Linux");
  const possible = [...failoverFaults, ...(canMount() ? [fullStandby] : [])];
  const faults = possible.filter(
    ({ title }) => wanted.length === 0 || wanted.some((part) => title.includes(part)),
  );
  return await runFailover({ programs, faults, rounds, isDirect }, parts);
});
