import { readFileSync } from "node:fs";
import { z } from "zod";
import { eraseName } from "#lib/audit/erase-name.ts";
import { type Pruning, pruneTrails } from "#lib/audit/prune.ts";
import { sealTrails } from "#lib/audit/seal.ts";
import {
  type Anchor,
  exportAnchors,
  type Finding,
  type Verification,
  verifyTrails,
} from "#lib/audit/verify.ts";
import { SERVICE_TRAIL } from "#lib/core/audit.ts";
import { isId } from "#lib/core/ids.ts";
import { emailText } from "#lib/core/text.ts";
import { defineCommand, type Subject } from "./command.ts";
import { count, toDay } from "./text.ts";

const organization = z
  .string()
  .refine(
    (text) => isId("organization", text) || text === SERVICE_TRAIL,
    `the organization id is not one: org_…, or ${SERVICE_TRAIL}`,
  );
const person = z
  .string({ error: "the email or member id is missing" })
  .refine(
    (text) => isId("member", text) || emailText.safeParse(text).success,
    "that is neither an email nor a member id: mem_…",
  )
  .transform((text) => emailText.safeParse(text).data ?? text);

const anchorFile = z.array(
  z.object({
    organizationId: z.string(),
    sequence: z.int().positive(),
    hash: z.string().regex(/^[0-9a-f]{64}$/),
    sealedAt: z.iso.datetime().transform((text) => new Date(text)),
  }),
);
const anchors = z.string().transform((path, context): Anchor[] => {
  try {
    return anchorFile.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    context.addIssue(`${path} is not what "audit anchors --json" has printed`);
    return z.NEVER;
  }
});

export const subject: Subject = {
  commands: {
    verify: defineCommand({
      takes: "[--organization <id>] [--anchors <file>]",
      does: "whether any entry was changed, removed or inserted",
      options: { organization: organization.optional(), anchors: anchors.optional() },
      run: async ({ organization: organizationId, anchors: known }) => {
        const result = await verifyTrails({ organizationId, anchors: known ?? [] });
        return { result, text: describeVerification(result), failed: result.findings.length > 0 };
      },
    }),
    anchors: defineCommand({
      does: "the ends of all chains, to be kept elsewhere with --json",
      run: async () => {
        // Recent entries have to be covered, too.
        await sealTrails();
        const result = await exportAnchors();
        const lines = result.map((end) => `${end.organizationId}  ${end.sequence}  ${end.hash}`);
        return { result, text: lines.join("\n") };
      },
    }),
    prune: defineCommand({
      does: "remove entries older than AUDIT_DAYS from the beginning of\nevery chain, as the owner of the tables",
      reach: "owner",
      destroys: "Entries older than AUDIT_DAYS are gone from every trail.",
      run: async () => {
        const result = await pruneTrails();
        const failed = result.trails.some(({ state }) => state === "does_not_verify");
        return { result, text: describePruning(result), failed };
      },
    }),
    "erase-name": defineCommand({
      takes: "<email or member id>",
      does: "erase the email of a removed member; the chains keep\nthe member id",
      destroys: "The email of the removed member is gone.",
      words: { person },
      run: async (member) => {
        const result = await eraseName(member);
        return { result, text: `Erased; the trail keeps ${result.memberIds.join(", ")}` };
      },
    }),
  },
};

function describeVerification(result: Verification): string {
  const { trails, entries, pending, findings, bases, outdatedAnchors: outdated } = result;
  const summary = [
    `${count(entries, "sealed entry", "sealed entries")} in ${count(trails, "trail")}`,
    `${pending} not sealed yet`,
    `${count(result.anchors, "anchor")} compared`,
    ...(outdated > 0 ? [`${count(outdated, "anchor")} of removed entries left out`] : []),
  ].join(", ");
  return [
    ...findings.map(describeFinding),
    ...bases.map(
      ({ organizationId, sequence, prunedAt }) =>
        `${organizationId} is verified from number ${sequence + 1} on: all before was removed by ${toDay(prunedAt)}`,
    ),
    `${summary}: ${findings.length === 0 ? "nothing has changed" : "CHANGED"}`,
  ].join("\n");
}

const meanings: Record<Finding["kind"], string> = {
  changed: "is not as it was sealed",
  removed: "is gone",
  inserted: "is in no chain",
  link_removed: "is missing in the chain",
  not_sealed: "should have been sealed by now",
  cut_off: "is in an anchor, but the chain ends before",
  rewritten: "differs from an anchor: the chain was written anew",
  removed_too_soon: "was removed before its time",
};

function describeFinding({ kind, organizationId, sequence, entryId, ...finding }: Finding): string {
  const parts = [
    entryId === null ? [] : [`entry ${entryId}`],
    sequence === null ? [] : [`number ${sequence}`],
    organizationId === null ? [] : [`of ${organizationId}`],
  ].flat();
  const more = (finding.count ?? 1) > 1 ? ` (${finding.count} in a row)` : "";
  return `✗ ${parts.join(", ")} ${meanings[kind]}${more}`;
}

function describePruning({ before, trails }: Pruning): string {
  const lines = trails.map(({ organizationId, entries, state }) =>
    state === "pruned"
      ? `${organizationId}: ${count(entries, "entry", "entries")} removed`
      : `✗ ${organizationId} does not verify and was left whole: npm run admin -- audit verify --organization ${organizationId}`,
  );
  return lines.join("\n") || `Nothing is from before ${toDay(before)}`;
}
