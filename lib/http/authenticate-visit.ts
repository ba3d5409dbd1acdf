import type { VisitCaller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import type { RateClass, Tier } from "#lib/core/tiers.ts";
import { findVisit } from "#lib/visits/visit.ts";
import { readEnvironment, requireSameOrigin } from "./authenticate-member.ts";
import type { Exchange } from "./exchange.ts";
import { requireAllowance, takeFromAddress, takeFromVisit } from "./rate-limit.ts";

/** Each visit has the limits of an organization of its own. */
const TIER: Tier = "standard";

/** For operations of visits alone. Throws `unauthorized`, `forbidden`, or `rate_limit_exceeded`. */
export async function authenticateVisit(
  exchange: Exchange,
  { rateClass }: { rateClass: RateClass },
): Promise<VisitCaller> {
  const visit = await findVisit(exchange.request.headers.get("cookie"));
  if (!visit) {
    requireAllowance(await takeFromAddress(exchange));
    throw new AppError("unauthorized", { message: "There is no visit, or it has ended" });
  }
  return await admit(exchange, visit, rateClass);
}

/**
 * For public operations that let visits in, in development. Throws as above, and `invalid_request` for a
 * missing environment.
 */
export async function admitVisit(
  exchange: Exchange,
  visit: VisitCaller,
  { visits, rateClass }: { visits?: true; rateClass: RateClass },
): Promise<VisitCaller> {
  await admit(exchange, visit, rateClass);
  if (!visits || readEnvironment(exchange.request.headers) !== visit.environment) {
    throw new AppError("forbidden", {
      message: "Visits of the demo may not do this",
      details: "Sign in as a member of an organization",
    });
  }
  return visit;
}

async function admit(
  exchange: Exchange,
  visit: VisitCaller,
  rateClass: RateClass,
): Promise<VisitCaller> {
  const { visitId, organizationId, environment } = visit;
  exchange.caller = { organizationId, environment };
  const allowance = await takeFromVisit(exchange, { visitId, tier: TIER }, rateClass);
  requireSameOrigin(exchange.request);
  requireAllowance(allowance);
  return visit;
}
