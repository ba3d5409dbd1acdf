import { LRUCache } from "lru-cache";
import { selectLogo } from "./store.ts";

/** How long another process may still print an earlier logo. */
const CACHE_MS = 10_000;
/** In characters. */
const CACHE_SIZE = 32 * 1024 * 1024;
/** What an entry takes besides its logo, roughly. */
const ENTRY_SIZE = 256;

/** Empty stands for no logo. */
const processWide = globalThis as { sealslipLogos?: LRUCache<string, string> };

/** The organization's logo as a data URI, for its receipts. */
export async function findLogo(organizationId: string): Promise<string | undefined> {
  return (await logos().fetch(organizationId)) || undefined;
}

/** Makes a change count at once in this process. */
export function forgetLogo(organizationId: string): void {
  logos().delete(organizationId);
}

function logos(): LRUCache<string, string> {
  processWide.sealslipLogos ??= new LRUCache({
    ttl: CACHE_MS,
    maxSize: CACHE_SIZE,
    sizeCalculation: (logo) => ENTRY_SIZE + logo.length,
    fetchMethod: async (organizationId) => (await selectLogo(organizationId)) ?? "",
    // When a change comes in the middle of a look-up, calls from before it may get the earlier logo.
    ignoreFetchAbort: true,
  });
  return processWide.sealslipLogos;
}
