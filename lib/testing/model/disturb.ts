import type { ModelProvider } from "./providers.ts";

const disturbances = [
  "cut",
  "half",
  "html",
  "lost",
  "late",
  "late",
  "slow",
  "stuck",
  "error",
  "rate_limited",
] as const;

/** The same choices each time for the same seed. */
export type Dice = { draw(count: number): number; choose<T>(list: readonly T[]): T };

/** The next calls that move money go wrong, or the next ones at all. */
export function disturb({ standIn, chargePath, refundPath }: ModelProvider, dice: Dice): void {
  const path = dice.choose(["anywhere", chargePath, chargePath, refundPath, refundPath]);
  const how = dice.choose(disturbances);
  // What does not move money does nothing when it comes late.
  const isAnywhere = path === "anywhere" && how !== "late" && how !== "slow";
  const where = isAnywhere ? {} : { method: "POST", path: isAnywhere ? "" : path };
  const times = 1 + dice.draw(2);
  standIn?.misbehave(how, { ...where, times });
}
