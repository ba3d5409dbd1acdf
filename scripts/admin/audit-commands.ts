import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { z } from "zod";
import { sealTrails } from "#lib/audit/seal.ts";
import { type Anchor, exportAnchors, type Finding, verifyTrails } from "#lib/audit/verify.ts";
import { isId } from "#lib/core/ids.ts";
import { UsageError } from "./usage-error.ts";

export type AuditCommand = { json: boolean } & (
  | { name: "verify"; organizationId: string | undefined; anchors: Anchor[] }
  | { name: "anchors" }
);

/** What to print, and whether it is bad news. */
export type AuditOutcome = { text: string; failed: boolean };

/** What the arguments behind `audit` ask for. Throws UsageError, which says what is wrong with them. */
export function readAuditCommand(args: string[]): AuditCommand {
  const { values, positionals } = parse(args);
  const [name, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError(`audit ${name} was given too many arguments`);
  const { json, organization, anchors } = values;
  if (name === "verify") {
    if (organization !== undefined && !isId("organization", organization)) {
      throw new UsageError("--organization: the organization id is not one: org_…");
    }
    return {
      name,
      json,
      organizationId: organization,
      anchors: anchors === undefined ? [] : readAnchors(anchors),
    };
  }
  if (name !== "anchors") throw new UsageError("the command is missing or unknown");
  if (organization !== undefined || anchors !== undefined) {
    throw new UsageError("audit anchors has no options but --json");
  }
  return { name, json };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        json: { type: "boolean", default: false },
        organization: { type: "string" },
        anchors: { type: "string" },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

const anchorFile = z.array(
  z.object({
    organizationId: z.string(),
    sequence: z.int().positive(),
    hash: z.string().regex(/^[0-9a-f]{64}$/),
    sealedAt: z.iso.datetime().transform((text) => new Date(text)),
  }),
);

function readAnchors(path: string): Anchor[] {
  try {
    return anchorFile.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    throw new UsageError(`--anchors: ${path} is not what "audit anchors --json" has printed`);
  }
}

/** Carries the command out. */
export async function runAuditCommand(command: AuditCommand): Promise<AuditOutcome> {
  if (command.name === "anchors") {
    // What was recorded a moment ago is to be covered, too.
    await sealTrails();
    const anchors = await exportAnchors();
    const lines = anchors.map(
      ({ organizationId, sequence, hash }) => `${organizationId}  ${sequence}  ${hash}`,
    );
    return { text: print(command, anchors, lines), failed: false };
  }
  const result = await verifyTrails(command);
  const { trails, entries, pending, anchors, findings } = result;
  const summary =
    `${entries} sealed entries in ${trails} trails, ${pending} not sealed yet, ` +
    `${anchors} anchors compared: ${findings.length === 0 ? "all is as it was" : "NOT as it was"}`;
  const text = print(command, result, [...findings.map(describeFinding), summary]);
  return { text, failed: findings.length > 0 };
}

function print({ json }: AuditCommand, result: unknown, lines: string[]): string {
  return json ? `${JSON.stringify(result, null, 2)}\n` : lines.map((line) => `${line}\n`).join("");
}

const meanings: Record<Finding["kind"], string> = {
  changed: "is not as it was sealed",
  removed: "is gone",
  inserted: "is in no chain",
  link_removed: "is missing in the chain",
  not_sealed: "should have been sealed by now",
  cut_off: "is in an anchor, but the chain ends before",
  rewritten: "differs from an anchor: the chain was written anew",
};

function describeFinding({ kind, organizationId, sequence, entryId, count }: Finding): string {
  const subject = [
    entryId === null ? [] : [`entry ${entryId}`],
    sequence === null ? [] : [`number ${sequence}`],
    organizationId === null ? [] : [`of ${organizationId}`],
  ].flat();
  const more = count !== undefined && count > 1 ? ` (${count} in a row)` : "";
  return `✗ ${subject.join(", ")} ${meanings[kind]}${more}`;
}
