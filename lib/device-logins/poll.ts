import { createApiKey } from "#lib/api-keys/create.ts";
import type { MemberCaller } from "#lib/core/caller.ts";
import { includesRole, scopesOfMember } from "#lib/core/permissions.ts";
import { hashToken } from "#lib/crypto/tokens.ts";
import { approveDeviceLoginOperation, type PolledLogin } from "./contract.ts";
import { type ApprovedLogin, deleteApproved, updateToPolled } from "./store.ts";

/** What a poll that comes too early adds to the interval (RFC 8628 section 3.5), and how far. */
const ADDED_SECONDS = 5;
const MAX_SECONDS = 60;

/** What became of a sign-in. The key is in this answer and nowhere else. Throws `conflict` where there are too many keys. */
export async function pollDeviceLogin({
  deviceCode,
}: {
  deviceCode: string;
}): Promise<PolledLogin> {
  const hash = hashToken(deviceCode);
  const growth = { addedSeconds: ADDED_SECONDS, maxSeconds: MAX_SECONDS };
  const poll = await updateToPolled(hash, { at: new Date(), ...growth });
  if (!poll) return { state: "expired" };
  const { state, intervalSeconds, isTooEarly } = poll;
  if (isTooEarly) return { state: "slow_down", intervalSeconds };
  if (state === "pending") return { state, intervalSeconds };
  if (state === "denied") return { state };
  // The row goes before the key comes: a crash in between costs a sign-in, not a second key.
  const login = await deleteApproved(hash);
  return login ? await redeem(login) : { state: "expired" };
}

async function redeem(login: ApprovedLogin): Promise<PolledLogin> {
  const { environment, scopes, keyExpiresAt } = login;
  const caller = toCaller(login);
  // A member may have lost the role, or the organization the environment, since the approval.
  const mayCreate = includesRole(login.role, approveDeviceLoginOperation.role);
  if (!mayCreate || !login.approvedEnvironments.includes(environment)) return { state: "denied" };
  const name = `CLI on ${login.deviceName}`;
  const request = { name, scopes, expiresAt: keyExpiresAt, allowedAddresses: [] };
  const { apiKey, secret } = await createApiKey({ caller, request });
  return { state: "approved", apiKey: secret, name, environment, expiresAt: apiKey.expiresAt };
}

/** The member whose session approved it, as they are now. */
function toCaller(login: ApprovedLogin): MemberCaller {
  const { organizationId, memberId, sessionId, environment, role, tier, kind } = login;
  const { approvedEnvironments } = login;
  const who = { via: "session", organizationId, memberId, sessionId } as const;
  return {
    ...who,
    environment,
    role,
    tier,
    scopes: scopesOfMember(kind, role),
    approvedEnvironments,
  };
}
