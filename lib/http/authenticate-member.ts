import type { MemberCaller } from "#lib/auth/caller.ts";
import { findSession } from "#lib/auth/session.ts";
import { config } from "#lib/config.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { ForMembers } from "#lib/contract/operation.ts";
import { includesRole } from "#lib/contract/role.ts";
import { AppError } from "#lib/errors/app-error.ts";
import type { Exchange } from "./exchange.ts";
import { requireAllowance, takeFromAddress, takeFromCaller } from "./rate-limit.ts";
import { requireSameOrigin } from "./same-origin.ts";

/**
 * Throws `unauthorized`, `forbidden`, `rate_limit_exceeded`, or `invalid_request` for a missing
 * environment, in this order.
 */
export async function authenticateMember(
  exchange: Exchange,
  { role, rateClass }: ForMembers,
): Promise<MemberCaller> {
  const { request } = exchange;
  const member = await findSession(request.headers.get("cookie"));
  if (!member) {
    requireAllowance(await takeFromAddress(exchange));
    throw new AppError("unauthorized", { message: "Not signed in, or the session has ended" });
  }

  const { id: memberId, organizationId, tier } = member;
  exchange.caller = { organizationId, memberId };
  const allowance = await takeFromCaller(exchange, { id: memberId, tier }, rateClass);
  requireSameOrigin(request);
  if (!includesRole(member.role, role)) {
    throw new AppError("forbidden", {
      message: "Your role does not allow this",
      details: `role ${role} is needed`,
    });
  }
  requireAllowance(allowance);

  const environment = readEnvironment(request.headers);
  const caller = { organizationId, environment, memberId, role: member.role, tier };
  exchange.caller = caller;
  return caller;
}

function readEnvironment(headers: Headers): Environment {
  const { environments } = config();
  const environment = environments.find((name) => name === headers.get("x-environment"));
  if (environment) return environment;

  throw new AppError("invalid_request", {
    message: "Say which environment is meant",
    details: `X-Environment: must be one of ${environments.join(", ")}`,
  });
}
