import { timingSafeEqual } from "node:crypto";
import { config } from "#lib/config.ts";
import { AppError } from "#lib/core/errors.ts";
import { hashToken } from "#lib/crypto/tokens.ts";
import { scrape } from "#lib/metrics/scrape.ts";

/**
 * The server's metrics, in Prometheus's text format. Throws `not_found` without METRICS_TOKEN, and
 * `unauthorized` for a wrong token.
 */
export async function readServiceMetrics({ headers }: { headers: Headers }): Promise<string> {
  const { metricsToken } = config();
  if (metricsToken === undefined) throw new AppError("not_found", { message: "No such route" });
  if (!isSame(headers.get("authorization") ?? "", `Bearer ${metricsToken}`)) {
    throw new AppError("unauthorized", {
      message: "The metrics require METRICS_TOKEN",
      details: "Authorization: must be Bearer and the token",
    });
  }
  const text = await scrape();
  if (text !== undefined) return text;
  throw new AppError("service_unavailable", { message: "The server is starting or shutting down" });
}

/** In a time that does not reveal where they differ. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(hashToken(one), hashToken(other));
}
