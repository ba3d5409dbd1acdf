import { SESSION_HEADER, VISIT } from "#lib/accounts/contract-wallet.ts";
import type { VisitCaller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import type { RateClass } from "#lib/core/tiers.ts";
import { findVisit } from "#lib/visits/visit.ts";
import { readEnvironment, requireSameOrigin } from "./authenticate-member.ts";
import type { Exchange } from "./exchange.ts";
import { requireAllowance, takeFromAddress, takeFromCaller } from "./rate-limit.ts";

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
 * For public operations that let visits in. Throws as above, and `invalid_request` for an environment that is
 * not served here.
 */
export async function admitVisit(
  exchange: Exchange,
  visit: VisitCaller,
  { visits, rateClass }: { visits?: true; rateClass: RateClass },
): Promise<VisitCaller> {
  await admit(exchange, visit, rateClass);
  if (!visits || namesEnvironment(exchange.request.headers)) {
    throw new AppError("forbidden", {
      message: "Visits of the demo may not do this",
      details: "Sign in as a member of an organization",
    });
  }
  return visit;
}

/**
 * What a request can name belongs to organizations. A wallet names where a member would act, since it
 * cannot know who answers.
 */
function namesEnvironment(headers: Headers): boolean {
  if (headers.get(SESSION_HEADER) !== VISIT || !headers.has("x-environment")) return false;
  readEnvironment(headers);
  return true;
}

async function admit(
  exchange: Exchange,
  visit: VisitCaller,
  rateClass: RateClass,
): Promise<VisitCaller> {
  const { organizationId, environment } = visit;
  exchange.caller = { organizationId, environment };
  const allowance = await takeFromCaller(exchange, visit, rateClass);
  requireSameOrigin(exchange.request);
  requireAllowance(allowance);
  return visit;
}
