import { formatPath } from "./format-path.ts";

/**
 * The name of a field whose integer cannot be given back as it came: beyond 2^53 a JavaScript number
 * skips some. Undefined for nearly every body, after one look for a long row of digits.
 */
export function findInexactNumber(json: string): string | undefined {
  if (!/\d{16}/.test(json)) return undefined;

  let found: string | undefined;
  JSON.parse(json, (key, value: unknown, context?: { source?: string }) => {
    const source = context?.source;
    if (typeof value === "number" && source !== undefined && isInexact(value, source))
      found ??= key;
    return value;
  });
  return found === undefined ? undefined : formatPath([found]);
}

function isInexact(value: number, source: string): boolean {
  return /^-?\d+$/.test(source) && BigInt(source) !== BigInt(value);
}
