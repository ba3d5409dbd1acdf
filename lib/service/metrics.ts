import { timingSafeEqual } from "node:crypto";
import { config } from "#lib/config.ts";
import { AppError } from "#lib/core/errors.ts";
import { hashToken } from "#lib/crypto/tokens.ts";
import { scrape } from "#lib/metrics/scrape.ts";

/**
 * What the server has counted, in Prometheus's text format. Throws `not_found` where METRICS_TOKEN is not
 * set, and `unauthorized` for whoever does not have it.
 */
export async function readServiceMetrics({ headers }: { headers: Headers }): Promise<string> {
  const { metricsToken } = config();
  if (metricsToken === undefined) throw new AppError("not_found", { message: "No such route" });
  if (!isSame(headers.get("authorization") ?? "", `Bearer ${metricsToken}`)) {
    throw new AppError("unauthorized", {
      message: "The metrics are for whoever has METRICS_TOKEN",
      details: "Authorization: must be Bearer and the token",
    });
  }
  const text = await scrape();
  if (text !== undefined) return text;
  throw new AppError("service_unavailable", { message: "The server is starting or ending" });
}

/** In a time that does not tell where they differ. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(hashToken(one), hashToken(other));
}
