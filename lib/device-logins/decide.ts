import { requireKeyTerms } from "#lib/api-keys/create.ts";
import type { MemberCaller, SignedInMember } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { isLoopback } from "#lib/core/loopback.ts";
import { addressBlock } from "#lib/limits/addresses.ts";
import { countWrong } from "#lib/limits/count-wrong.ts";
import type { Approval, FoundLogin } from "./contract.ts";
import { selectPending, updateToDecided } from "./store.ts";

/** Wrong codes of one member. At this rate, ten minutes of guessing find one of the 26 billion codes as good as never. */
export const wrongCodes = { name: "device-codes", points: 20, seconds: 10 * 60 };

const DAY_MS = 24 * 60 * 60 * 1000;

/** Which computer shows the code. Throws `not_found`, or `rate_limit_exceeded` after too many wrong codes. */
export async function findDeviceLogin({
  caller,
  userCode,
  address,
}: {
  caller: SignedInMember;
  userCode: string;
  address: string;
}): Promise<FoundLogin> {
  const login = await requireFound(caller, () => selectPending(userCode));
  return { ...login, sameNetwork: isSameNetwork(login.address, address) };
}

/** `localhost` is 127.0.0.1 for one program of a machine and ::1 for another. */
function isSameNetwork(one: string, other: string): boolean {
  if (addressBlock(one) === addressBlock(other)) return true;
  return isLoopback(one) && isLoopback(other);
}

/** Lets the program fetch a key, which is created then. Throws as `findDeviceLogin` does, and as creating a key. */
export async function approveDeviceLogin({
  caller,
  approval: { userCode, scopes, keyDays },
}: {
  caller: MemberCaller;
  approval: Approval;
}): Promise<{ userCode: string }> {
  await requireKeyTerms(caller, scopes);
  const { sessionId, environment } = caller;
  const keyExpiresAt = new Date(Date.now() + keyDays * DAY_MS);
  const terms = { sessionId, environment, scopes: [...new Set(scopes)], keyExpiresAt };
  return await decide(caller, userCode, { state: "approved", ...terms });
}

/** Throws as `findDeviceLogin` does. */
export async function denyDeviceLogin({
  caller,
  userCode,
}: {
  caller: SignedInMember;
  userCode: string;
}): Promise<{ userCode: string }> {
  return await decide(caller, userCode, { state: "denied" });
}

async function decide(
  caller: SignedInMember,
  userCode: string,
  decision: Parameters<typeof updateToDecided>[1],
): Promise<{ userCode: string }> {
  await requireFound(caller, async () => (await updateToDecided(userCode, decision)) || undefined);
  return { userCode };
}

async function requireFound<T>(
  { memberId: holder }: SignedInMember,
  look: () => Promise<T | undefined>,
): Promise<T> {
  const found = await countWrong(
    { kind: wrongCodes, holder, message: "Too many wrong codes" },
    look,
  );
  if (found === undefined) throw noSuchCode();
  return found;
}

function noSuchCode(): AppError {
  return new AppError("not_found", {
    message: "No program waits with this code: it was used, or is too old",
  });
}
