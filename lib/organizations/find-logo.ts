import { LRUCache } from "lru-cache";
import { channel } from "#lib/processes/channel.ts";
import { selectLogo } from "./store.ts";

/** How long another server may still print an earlier logo. */
const CACHE_MS = 10_000;
/** In characters. */
const CACHE_SIZE = 32 * 1024 * 1024;
/** The rough size of an entry besides its logo. */
const ENTRY_SIZE = 256;

/** Empty stands for no logo. */
const processWide = globalThis as { sealslipLogos?: LRUCache<string, string> };

/** The organization's logo as a data URI, for its receipts. */
export async function findLogo(organizationId: string): Promise<string | undefined> {
  return (await logos().fetch(organizationId)) || undefined;
}

const CHANGED = "logo changed";

/** Makes a change effective at once in the processes of this server. */
export function forgetLogo(organizationId: string): void {
  logos().delete(organizationId);
  channel()?.tell(CHANGED, organizationId);
}

function logos(): LRUCache<string, string> {
  processWide.sealslipLogos ??= createCache();
  return processWide.sealslipLogos;
}

function createCache(): LRUCache<string, string> {
  channel()?.listen(CHANGED, (organizationId) => void logos().delete(String(organizationId)));
  return new LRUCache({
    ttl: CACHE_MS,
    maxSize: CACHE_SIZE,
    sizeCalculation: (logo) => ENTRY_SIZE + logo.length,
    fetchMethod: async (organizationId) => (await selectLogo(organizationId)) ?? "",
    // If a change arrives in the middle of a look-up, earlier calls may get the earlier logo.
    ignoreFetchAbort: true,
  });
}
