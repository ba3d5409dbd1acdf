import mdn from "@mdn/browser-compat-data" with { type: "json" };
import type { CompatStatement, Identifier } from "@mdn/browser-compat-data";
import browserslist from "browserslist";

/** The names that MDN has for the browsers of `browserslist`. */
const names = {
  chrome: "chrome",
  edge: "edge",
  firefox: "firefox",
  safari: "safari",
  ios_saf: "safari_ios",
} as const;

/** The oldest version of each browser that package.json names. */
const oldest = new Map<(typeof names)[keyof typeof names], number>();
for (const text of browserslist()) {
  const [browser = "", versions = ""] = text.split(" ");
  const name = names[browser as keyof typeof names];
  if (name === undefined) throw new Error(`MDN has another name for ${browser}`);
  const version = Number.parseFloat(versions);
  oldest.set(name, Math.min(version, oldest.get(name) ?? version));
}

export const { api, css, javascript } = mdn;

/** What is in a feature, such as the methods of a type. */
export function listMembers(of: Identifier | undefined): [name: string, member: Identifier][] {
  return Object.entries(of ?? {}).filter(
    (entry): entry is [string, Identifier] => entry[0] !== "__compat",
  );
}

/** Whether one of the oldest browsers lacks it; false for what MDN does not know. */
export function isTooNew(feature: Identifier | undefined): boolean {
  const { support } = feature?.__compat ?? {};
  if (support === undefined) return false;
  return [...oldest].some(([browser, version]) => !isIn(support, browser, version));
}

/** Of "17.5" or "≤37"; NaN, which is newer than any, of "preview". */
function toNumber(version: string): number {
  return Number.parseFloat(version.replace("≤", ""));
}

function isIn(
  support: CompatStatement["support"],
  browser: keyof CompatStatement["support"],
  version: number,
): boolean {
  return [support[browser] ?? []].flat().some(({ flags, version_added, version_removed }) => {
    if (flags || typeof version_added !== "string") return false;
    const isGone = typeof version_removed === "string" && toNumber(version_removed) <= version;
    return toNumber(version_added) <= version && !isGone;
  });
}
