import { config } from "#lib/config.ts";
import type { MemberCaller } from "#lib/core/caller.ts";
import type { EscrowState } from "./contract.ts";
import { selectEscrowBands } from "./store.ts";

const SOON_DAYS = 7;
const AGES_DAYS = [1, 7, 30, 90];

/** What waits in escrow in the environment; it belongs to no issuer yet. */
export async function getEscrow({ caller }: { caller: MemberCaller }): Promise<EscrowState> {
  const { escrowDays } = config();
  const ages = AGES_DAYS.filter((days) => days < escrowDays);
  const bands = await selectEscrowBands(caller.environment, {
    edgesInDays: ages,
    soonInDays: SOON_DAYS,
  });
  const add = (figure: "waiting" | "expiringSoon") =>
    bands.reduce((sum, band) => sum + band[figure], 0);
  const [oldest] = bands.map(({ oldestAt }) => oldestAt.toISOString()).sort();
  return {
    waiting: add("waiting"),
    // To the day: the very moment would be a certain payment's.
    oldestAt: oldest ? `${oldest.slice(0, 10)}T00:00:00.000Z` : null,
    expiringWithin7Days: add("expiringSoon"),
    escrowDays,
    buckets: [0, ...ages].map((fromDays, index) => ({
      fromDays,
      toDays: ages[index] ?? escrowDays,
      waiting: bands.find(({ band }) => band === index)?.waiting ?? 0,
    })),
  };
}
