import { type AnyEnvironment, allEnvironments } from "#lib/core/vocabulary.ts";
import { escrowEndOf, escrowHorizon } from "./horizon.ts";
import { countEscrowEnds, type EscrowDay, type EscrowEnds, selectEscrowDays } from "./store.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

export type EscrowStatus = {
  environment: AnyEnvironment;
  receipts: number;
  oldestSince: Date;
  /** How many receipts expire on which day (UTC), the next first; those overdue wait for the job. */
  expires: { day: string; receipts: number }[];
  /** Under which version of the escrow key they wait */
  versions: { version: number; receipts: number }[];
};

/** What waits in escrow in each environment where something does. */
export async function describeEscrow(): Promise<EscrowStatus[]> {
  const days = await selectEscrowDays();
  return allEnvironments.flatMap((environment) => {
    const own = days.filter((day) => day.environment === environment);
    const [first] = own;
    if (!first) return [];
    const oldest = own.reduce((one, other) => (other.oldest < one.oldest ? other : one), first);
    return [
      {
        environment,
        receipts: sum(own),
        oldestSince: oldest.oldest,
        expires: groupBy(own, ({ day }) => escrowEndOf(day).toISOString().slice(0, 10))
          .map(([day, receipts]) => ({ day, receipts }))
          .sort((one, other) => one.day.localeCompare(other.day)),
        versions: groupBy(own, ({ escrowVersion }) => escrowVersion).map(([version, receipts]) => ({
          version,
          receipts,
        })),
      },
    ];
  });
}

/** What is past its end, and what comes to it within so many days. */
export async function countEnds(days: number): Promise<EscrowEnds> {
  const horizon = escrowHorizon();
  return await countEscrowEnds(horizon, new Date(horizon.getTime() + days * DAY_MS));
}

function groupBy<Key>(days: EscrowDay[], keyOf: (day: EscrowDay) => Key): [Key, number][] {
  return [...Map.groupBy(days, keyOf)].map(([key, own]) => [key, sum(own)]);
}

function sum(days: EscrowDay[]): number {
  return days.reduce((total, { receipts }) => total + receipts, 0);
}
