import { config } from "#lib/config.ts";
import type { Tenant } from "#lib/core/caller.ts";
import { countGuests, type DemoOrganizationRow, selectDemoOrganizations } from "./store.ts";

/**
 * Whether this process is to have a demo: on an embedded database outside of production mode, or as DEMO says. One that
 * was made stays as it is where that has changed; nothing is added to it, and no stranger gets in.
 */
export function wantsDemo(): boolean {
  const { demo, databaseUrl, productionMode } = config();
  return demo ?? (databaseUrl === undefined && !productionMode);
}

/** An organization whose history is kept, in the one environment that has it. */
export type HistoryTenant = Tenant & { environment: "development"; apiKeyId: string | null };

export type HistoryPlace = { merchant: HistoryTenant; issuer: HistoryTenant; until: Date | null };

/** Undefined where there is no demo, or one of an earlier version, which has people's data by now. */
export async function findHistoryPlace(): Promise<HistoryPlace | undefined> {
  if (!wantsDemo()) return undefined;
  const rows = await selectDemoOrganizations();
  const merchant = rows.find(({ kind }) => kind === "merchant");
  const issuer = rows.find(({ kind }) => kind === "issuer");
  if (!merchant || !issuer) return undefined;
  return { merchant: toTenant(merchant), issuer: toTenant(issuer), until: merchant.historyUntil };
}

function toTenant({ organizationId, apiKeyId }: DemoOrganizationRow): HistoryTenant {
  return { organizationId, environment: "development", apiKeyId };
}

/** Whether strangers may look around in the consoles of the demo. */
export async function admitsGuests(): Promise<boolean> {
  return wantsDemo() && (await countGuests()) > 0;
}
