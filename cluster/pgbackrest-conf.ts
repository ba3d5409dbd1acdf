import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { MachineCertificate } from "./certificates.ts";

const FOLDER = join(import.meta.dirname, "../deploy/pgbackrest");

export const STANZA = "sealslip";

/**
 * A file of `deploy/pgbackrest` with other values: what is tried is what is deployed, but for places and names. Throws
 * where the file has no such option.
 */
export function fillConf(
  file: "pgbackrest.conf" | "repository.conf",
  values: Readonly<Record<string, string | number>>,
): string {
  const missing = new Set(Object.keys(values));
  const lines = readFileSync(join(FOLDER, file), "utf8")
    .split("\n")
    .map((line) => {
      const name = line.slice(0, line.indexOf("="));
      if (!(name in values)) return line;
      missing.delete(name);
      return `${name}=${values[name]}`;
    });
  if (missing.size > 0) throw new Error(`${file} has no ${[...missing].join(", ")}`);
  return lines.join("\n");
}

/** The options of one machine's certificate, in each of the places that ask for it. */
export function certificateOptions(
  prefixes: readonly string[],
  { ca, certificate, key }: MachineCertificate,
): Record<string, string> {
  return Object.fromEntries(
    prefixes.flatMap((prefix) => [
      [`${prefix}-ca-file`, ca],
      [`${prefix}-cert-file`, certificate],
      [`${prefix}-key-file`, key],
    ]),
  );
}
