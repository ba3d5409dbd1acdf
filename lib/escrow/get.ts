import { config } from "#lib/config.ts";
import type { MemberCaller } from "#lib/core/caller.ts";
import type { Environment } from "#lib/core/vocabulary.ts";
import type { EscrowState } from "./contract.ts";
import { type EscrowBand, selectEscrowBands } from "./store.ts";

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
  return {
    waiting: sum(bands, "waiting"),
    oldestAt: oldestDay(bands),
    expiringWithin7Days: sum(bands, "expiringSoon"),
    escrowDays,
    buckets: [0, ...ages].map((fromDays, index) => ({
      fromDays,
      toDays: ages[index] ?? escrowDays,
      waiting: bands.find(({ band }) => band === index)?.waiting ?? 0,
    })),
  };
}

/** How many receipts wait in escrow in the environment. */
export async function countInEscrow(environment: Environment): Promise<number> {
  const bands = await selectEscrowBands(environment, { edgesInDays: [], soonInDays: 0 });
  return sum(bands, "waiting");
}

function sum(bands: EscrowBand[], figure: "waiting" | "expiringSoon"): number {
  return bands.reduce((total, band) => total + band[figure], 0);
}

/** To the day, UTC: the exact moment would point to a particular payment. */
function oldestDay(bands: EscrowBand[]): Date | null {
  if (bands.length === 0) return null;
  const oldest = new Date(Math.min(...bands.map(({ oldestAt }) => oldestAt.getTime())));
  oldest.setUTCHours(0, 0, 0, 0);
  return oldest;
}
