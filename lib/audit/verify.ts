import { linkHash, toHex } from "./chain.ts";
import {
  type StoredLink,
  selectAnchors,
  selectLinks,
  selectLostEntries,
  selectTrails,
  selectUnlinked,
} from "./store-chain.ts";

/** The end of a chain at some time: kept elsewhere, it proves that the chain still leads there. */
export type Anchor = { organizationId: string; sequence: number; hash: string; sealedAt: Date };

export type Finding = {
  kind:
    | "changed"
    | "removed"
    | "inserted"
    | "link_removed"
    /** An entry that was to be sealed by now */
    | "not_sealed"
    /** The chain ends before an anchor. */
    | "cut_off"
    /** The chain does not lead through an anchor. */
    | "rewritten";
  organizationId: string | null;
  sequence: number | null;
  entryId: string | null;
  /** How many links in a row, for those that were removed. */
  count?: number;
};

export type Verification = {
  trails: number;
  /** Sealed entries that were looked at */
  entries: number;
  /** Recorded and not sealed yet */
  pending: number;
  anchors: number;
  findings: Finding[];
};

const PAGE = 1_000;
/** Sealing happens every minute. */
const MAX_PENDING_MS = 10 * 60 * 1000;

/**
 * Looks at every entry, or at those of one trail: whether each is as it was sealed, none is missing, and
 * none has come in between. `anchors` of an earlier time also show a tail that was cut off.
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
    findings: [],
  };
  for (const id of trails) {
    const ofTrail = anchors.filter((anchor) => anchor.organizationId === id);
    const chain = await verifyChain(id, ofTrail);
    const unlinked = await verifyUnlinked(id);
    total.entries += chain.entries;
    total.pending += unlinked.pending;
    total.anchors += ofTrail.length;
    total.findings.push(...chain.findings, ...unlinked.findings);
  }
  if (organizationId !== undefined) return total;
  const lost = (await selectLostEntries()).map((entryId) => ({ ...nowhere, entryId }));
  return { ...total, findings: [...total.findings, ...lost] };
}

const nowhere = { kind: "removed", organizationId: null, sequence: null } as const;

async function verifyChain(organizationId: string, anchors: readonly Anchor[]) {
  const findings: Finding[] = [];
  const bySequence = Map.groupBy(anchors, ({ sequence }) => sequence);
  let entries = 0;
  let last: Pick<StoredLink, "sequence" | "hash"> | undefined;
  for await (const link of linksOf(organizationId)) {
    entries += 1;
    const { sequence, entryId, hash } = link;
    const place = { organizationId, sequence, entryId };
    const expected = (last?.sequence ?? 0) + 1;
    if (sequence > expected) {
      const gap = { sequence: expected, entryId: null, count: sequence - expected };
      findings.push({ kind: "link_removed", organizationId, ...gap });
    }
    // Behind a gap, the hash before it is unknown, and so is whether this one is right.
    const isTied = sequence === expected;
    if (!link.entry) findings.push({ kind: "removed", ...place });
    else if (isTied && !isAsSealed(link, last?.hash ?? null)) {
      findings.push({ kind: "changed", ...place });
    }
    const meets = (bySequence.get(sequence) ?? []).every((anchor) => anchor.hash === toHex(hash));
    if (!meets) findings.push({ kind: "rewritten", ...place });
    last = { sequence, hash };
  }
  const end = last?.sequence ?? 0;
  const beyond = anchors.filter(({ sequence }) => sequence > end);
  for (const { sequence } of beyond) {
    findings.push({ kind: "cut_off", organizationId, sequence, entryId: null });
  }
  return { entries, findings };
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
  return linkHash(entry, { sequence, sealedAt, previousHash }).equals(hash);
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

/** The end of every chain as it is now, to be kept somewhere else. */
export async function exportAnchors(): Promise<Anchor[]> {
  const stored = await selectAnchors();
  return stored.map(({ hash, ...anchor }) => ({
    ...anchor,
    hash: Buffer.from(hash).toString("hex"),
  }));
}
