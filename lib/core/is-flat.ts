import { MAX_DEPTH } from "./body-limits.ts";

/** As flat as a body must be. What is deeper can overflow the stack of whatever walks through it. */
export function isFlat(value: unknown, levels = MAX_DEPTH): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((part) => isFlat(part, levels - 1));
}
