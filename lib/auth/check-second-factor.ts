import { takeRecoveryCode, takeTotpStep } from "#lib/storage/second-factors.ts";
import { hashRecoveryCode } from "./recovery-codes.ts";
import { findTotpStep } from "./totp.ts";
import { awaitJudgment, codeRung, takeTry } from "./tries.ts";

export type SecondFactorCheck =
  | { state: "passed" }
  | { state: "needed" }
  | { state: "wrong" }
  | { state: "too_many"; retryAfter: number };

type Guarded = { id: string; totpSecret: Uint8Array | null; totpSince: Date | null };

/** A code of the member's app, or one of the recovery codes; each is taken once. */
export async function checkSecondFactor(
  { id: memberId, totpSecret: secret, totpSince }: Guarded,
  code: string | undefined,
): Promise<SecondFactorCheck> {
  if (!secret || !totpSince) return { state: "passed" };
  if (code === undefined) return { state: "needed" };

  const attempt = await takeTry([codeRung(memberId)]);
  if (attempt.state === "too_many") return attempt;
  const isTaken = await awaitJudgment(attempt, takeCode({ memberId, secret }, code));
  if (!isTaken) return { state: "wrong" };

  await attempt.end("passed");
  return { state: "passed" };
}

async function takeCode(
  member: { memberId: string; secret: Uint8Array },
  code: string,
): Promise<boolean> {
  const step = findTotpStep(member, code);
  if (step !== undefined) return await takeTotpStep(member.memberId, step);
  return await takeRecoveryCode(member.memberId, hashRecoveryCode(code));
}
