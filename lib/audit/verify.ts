import { MIN_AUDIT_DAYS } from "#lib/core/retention.ts";
import { type ChainHead, linkHash, toHex } from "./chain.ts";
import {
  type StoredLink,
  selectAnchors,
  selectLinks,
  selectLostEntries,
  selectTrails,
  selectUnlinked,
} from "./store-chain.ts";
import { type Base, selectBase } from "./store-prune.ts";

/** The end of a chain at some time. Kept elsewhere, it proves that the chain still contains it. */
export type Anchor = { organizationId: string; sequence: number; hash: string; sealedAt: Date };

export type Finding = {
  kind:
    | "changed"
    | "removed"
    | "inserted"
    | "link_removed"
    /** An entry that should have been sealed by now */
    | "not_sealed"
    /** The chain ends before an anchor. */
    | "cut_off"
    /** The chain does not contain an anchor. */
    | "rewritten"
    /** The chain begins after links that must still exist. */
    | "removed_too_soon";
  organizationId: string | null;
  sequence: number | null;
  entryId: string | null;
  /** How many consecutive links, for removed ones. */
  count?: number;
};

export type Verification = {
  trails: number;
  /** Checked sealed entries */
  entries: number;
  /** Recorded and not sealed yet */
  pending: number;
  /** Compared anchors */
  anchors: number;
  /** Anchors of entries that were pruned since: there is nothing left to compare them with */
  outdatedAnchors: number;
  /** Where chains begin whose older entries were pruned */
  bases: (Anchor & { prunedAt: Date })[];
  findings: Finding[];
};

const DAY_MS = 24 * 60 * 60 * 1000;
const PAGE = 1_000;
/** Sealing happens every minute. */
const MAX_PENDING_MS = 10 * 60 * 1000;

/**
 * Checks every entry, or those of one trail: whether each is as it was sealed, none is missing, and none was
 * inserted. `anchors` of an earlier time also reveal a cut-off tail.
 */
export async function verifyTrails({
  organizationId,
  anchors = [],
}: {
  organizationId?: string | undefined;
  anchors?: readonly Anchor[];
}): Promise<Verification> {
  const known = new Set([...(await selectTrails()), ...anchors.map((each) => each.organizationId)]);
  const trails = organizationId === undefined ? [...known] : [organizationId];
  const total: Verification = {
    trails: trails.length,
    entries: 0,
    pending: 0,
    anchors: 0,
    outdatedAnchors: 0,
    bases: [],
    findings: [],
  };
  for (const id of trails) {
    const base = await selectBase(id);
    const given = anchors.filter((anchor) => anchor.organizationId === id);
    const ofTrail = given.filter(({ sequence }) => sequence >= (base?.sequence ?? 0));
    const chain = await verifyChain(id, base, ofTrail);
    const unlinked = await verifyUnlinked(id);
    total.entries += chain.entries;
    total.pending += unlinked.pending;
    total.anchors += ofTrail.length;
    total.outdatedAnchors += given.length - ofTrail.length;
    if (base) {
      total.bases.push({ ...base, hash: Buffer.from(base.hash).toString("hex") });
      total.findings.push(...findRemovedTooSoon(base, given));
    }
    total.findings.push(...chain.findings, ...unlinked.findings);
  }
  if (organizationId !== undefined) return total;
  const lost = (await selectLostEntries()).map((entryId) => ({ ...nowhere, entryId }));
  return { ...total, findings: [...total.findings, ...lost] };
}

const nowhere = { kind: "removed", organizationId: null, sequence: null } as const;

async function verifyChain(
  organizationId: string,
  base: Base | undefined,
  anchors: readonly Anchor[],
) {
  const findings: Finding[] = [];
  const bySequence = Map.groupBy(anchors, ({ sequence }) => sequence);
  const meetsAnchors = ({ sequence, hash }: ChainHead) =>
    (bySequence.get(sequence) ?? []).every((anchor) => anchor.hash === toHex(hash));
  let entries = 0;
  let last: ChainHead | undefined = base;
  if (base && !meetsAnchors(base)) {
    const { sequence } = base;
    findings.push({ kind: "rewritten", organizationId, sequence, entryId: null });
  }
  for await (const link of linksOf(organizationId)) {
    entries += 1;
    const { sequence, entryId, hash } = link;
    const place = { organizationId, sequence, entryId };
    if (base && sequence <= base.sequence) {
      findings.push({ kind: "inserted", ...place });
      continue;
    }
    const expected = (last?.sequence ?? 0) + 1;
    if (sequence > expected) {
      const gap = { sequence: expected, entryId: null, count: sequence - expected };
      findings.push({ kind: "link_removed", organizationId, ...gap });
    }
    // After a gap, the previous hash is unknown, so this one cannot be checked.
    const isTied = sequence === expected;
    if (!link.entry) findings.push({ kind: "removed", ...place });
    else if (isTied && !isAsSealed(link, last?.hash ?? null)) {
      findings.push({ kind: "changed", ...place });
    }
    if (!meetsAnchors(link)) findings.push({ kind: "rewritten", ...place });
    last = { sequence, hash };
  }
  const end = last?.sequence ?? 0;
  const beyond = anchors.filter(({ sequence }) => sequence > end);
  for (const { sequence } of beyond) {
    findings.push({ kind: "cut_off", organizationId, sequence, entryId: null });
  }
  return { entries, findings };
}

/**
 * The beginning of the chain, and anchors of removed entries, that are younger than the age at which entries
 * may be removed.
 */
function findRemovedTooSoon(base: Base, anchors: readonly Anchor[]): Finding[] {
  const youngest = Date.now() - MIN_AUDIT_DAYS * DAY_MS;
  return [base, ...anchors.filter(({ sequence }) => sequence < base.sequence)]
    .filter(({ sealedAt }) => sealedAt.getTime() > youngest)
    .map(({ organizationId, sequence }) => ({
      kind: "removed_too_soon",
      organizationId,
      sequence,
      entryId: null,
    }));
}

async function* linksOf(organizationId: string): AsyncGenerator<StoredLink> {
  let after = 0;
  for (;;) {
    const page = await selectLinks(organizationId, { after, limit: PAGE });
    yield* page;
    after = page.at(-1)?.sequence ?? after;
    if (page.length < PAGE) return;
  }
}

function isAsSealed(
  { entry, sequence, sealedAt, hash }: StoredLink,
  previousHash: Uint8Array | null,
): boolean {
  if (!entry) return false;
  return linkHash(entry, { sequence, sealedAt: sealedAt.toISOString(), previousHash }).equals(hash);
}

async function verifyUnlinked(organizationId: string) {
  const unlinked = await selectUnlinked(organizationId);
  const pending = unlinked.filter(({ isPending }) => isPending);
  const late = pending.filter(({ at }) => Date.now() - at.getTime() > MAX_PENDING_MS);
  const inserted = unlinked.filter(({ isPending }) => !isPending);
  const find = (kind: "inserted" | "not_sealed") => (entry: { entryId: string }) => ({
    kind,
    organizationId,
    sequence: null,
    entryId: entry.entryId,
  });
  const findings: Finding[] = [...inserted.map(find("inserted")), ...late.map(find("not_sealed"))];
  return { pending: pending.length, findings };
}

/** The current end of every chain, to be kept elsewhere. */
export async function exportAnchors(): Promise<Anchor[]> {
  const stored = await selectAnchors();
  return stored.map(({ hash, ...anchor }) => ({
    ...anchor,
    hash: Buffer.from(hash).toString("hex"),
  }));
}
