import type { MemberCaller } from "#lib/auth/caller.ts";
import { type Setup, setupSteps } from "#lib/contract/console-setup.ts";
import { findSetupTimes } from "#lib/storage/setup-steps.ts";

/** The steps of an integration, ticked by what is in the database. */
export async function getSetup({ caller }: { caller: MemberCaller }): Promise<Setup> {
  const times = await findSetupTimes(caller);
  return {
    steps: setupSteps.map((name) => {
      const doneAt = times[name]?.toISOString() ?? null;
      return { name, done: doneAt !== null, doneAt };
    }),
  };
}
