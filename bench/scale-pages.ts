const ROUNDS = 11;
const HALF_MONTH_MS = 15 * 24 * 60 * 60 * 1000;

export type PageCost = { name: string; medianMs: number; highestMs: number; status: number };

/** The reads of the consoles, one after another, with the session of a member. */
export async function measurePages(
  { url, cookie }: { url: string; cookie: string },
  { holder }: { holder: string },
): Promise<PageCost[]> {
  const costs: PageCost[] = [];
  for (const [name, path] of Object.entries(pagesOf(holder))) {
    const times: number[] = [];
    let status = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const start = performance.now();
      const response = await fetch(`${url}/api/console${path}`, {
        headers: { Cookie: cookie, "X-Environment": "development" },
      });
      await readStart(response);
      times.push(performance.now() - start);
      status = response.status;
    }
    times.sort((a, b) => a - b);
    const medianMs = times[Math.floor(ROUNDS / 2)] ?? Number.NaN;
    costs.push({ name, medianMs, highestMs: times.at(-1) ?? Number.NaN, status });
  }
  return costs;
}

/** The cost of an export until its first rows. */
async function readStart({ body }: Response): Promise<void> {
  for await (const _chunk of body ?? []) return;
}

function pagesOf(holder: string): Record<string, string> {
  const middle = new Date(Date.now() - HALF_MONTH_MS).toISOString();
  return {
    "payments, first page": "/payments?limit=50",
    "payments, 15 days ago": `/payments?limit=50&to=${middle}`,
    "payments, failed": "/payments?limit=50&status=failed",
    "payments, failed in euros, of which there is none":
      "/payments?limit=50&status=failed&gateway=gateway_two&currency=eur",
    "payments, expired, of which there is none": "/payments?limit=50&receiptStatus=expired",
    "payments, sealed": "/payments?limit=50&receiptStatus=sealed",
    "payments, paid through one gateway": "/payments?limit=50&status=succeeded&gateway=gateway_two",
    "payments, sealed and failed, of which there is none":
      "/payments?limit=50&status=failed&receiptStatus=sealed",
    "payments, a currency that none has": "/payments?limit=50&currency=jpy",
    "payments, an amount that none has": "/payments?limit=50&currency=usd&amountMin=900000000",
    "payments, search of one": "/payments?limit=50&search=r-777",
    "payments, search of everything": "/payments?limit=50&search=r-",
    "payments, search of nothing": "/payments?limit=50&search=zzz",
    "totals of all": "/payments/totals",
    "totals of failed": "/payments/totals?status=failed",
    "totals of euros": "/payments/totals?currency=eur",
    "totals of expired, of which there is none": "/payments/totals?receiptStatus=expired",
    "totals of what one gateway took in escrow":
      "/payments/totals?receiptStatus=escrowed&gateway=gateway_two",
    "export, its first rows": "/payments/export",
    "search, a reference": "/search?text=t-777",
    "search, a reference that many have": "/search?text=t-77",
    "search, nothing": "/search?text=zzzzz",
    "overview, 24 hours": "/overview?range=24h",
    "overview, 30 days": "/overview?range=30d",
    setup: "/setup",
    "issuer overview, 24 hours": "/issuer-overview?range=24h",
    "issuer overview, 30 days": "/issuer-overview?range=30d",
    "cardholders, first page": "/cardholders?limit=20",
    "a cardholder": `/cardholders/${holder}`,
    "access log, first page": "/access-log?limit=20",
    "access log, expired": "/access-log?limit=20&outcome=expired",
    "access log of a cardholder": `/access-log?limit=20&userId=${holder}`,
    "requests, first page": "/requests?limit=50",
    "requests, with an error": "/requests?limit=50&status=4xx",
    "requests, a status that none has": "/requests?limit=50&status=418",
    "requests, a method that none has": "/requests?limit=50&method=PATCH",
  };
}
