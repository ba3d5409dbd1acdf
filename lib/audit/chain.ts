import type { AuditAction, AuditActorKind } from "#lib/core/audit.ts";
import type { AnyEnvironment } from "#lib/core/vocabulary.ts";
import { sha256 } from "#lib/crypto/sha256.ts";
import type { AuditFields } from "./act.ts";

/** An entry with all of its columns. */
export type AuditEntryRow = {
  id: string;
  organizationId: string;
  environment: AnyEnvironment | null;
  at: Date;
  action: AuditAction;
  actorKind: AuditActorKind;
  actorId: string | null;
  address: string | null;
  device: string | null;
  requestId: string | null;
  target: string | null;
  before: AuditFields | null;
  after: AuditFields | null;
};

/** The last link of a chain, to which the next one refers. */
export type ChainHead = { sequence: number; hash: Uint8Array };

export type Place = {
  sequence: number;
  /** ISO 8601, as in the line; written once for the links that share it. */
  sealedAt: string;
  /** Of the link before it; null for the first. */
  previousHash: Uint8Array | null;
};

/**
 * The input of a link's hash, in the fields of a line of the export. With the names in the order of RFC 8785,
 * and with times as text, so that JSON.stringify alone writes the canonical form: linking an entry takes 6
 * instead of 15 µs.
 */
export function sealedLine(entry: AuditEntryRow, { sequence, sealedAt, previousHash }: Place) {
  return {
    action: entry.action,
    actorId: entry.actorId,
    actorKind: entry.actorKind,
    address: entry.address,
    after: inOrder(entry.after),
    at: entry.at.toISOString(),
    before: inOrder(entry.before),
    device: entry.device,
    environment: entry.environment,
    id: entry.id,
    organizationId: entry.organizationId,
    previousHash: toHex(previousHash),
    requestId: entry.requestId,
    sealedAt,
    sequence,
    target: entry.target,
  };
}

/** None of the names is a number, which JavaScript would put first. */
function inOrder(fields: AuditFields | null): AuditFields | null {
  return fields && Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * SHA-256 of the line as canonical JSON (RFC 8785: names in order, no spaces). It has no key, so that every
 * reader of an export can compute it, too.
 */
export function linkHash(entry: AuditEntryRow, place: Place): Buffer {
  return sha256(JSON.stringify(sealedLine(entry, place)));
}

export function toHex(bytes: Uint8Array | null): string | null {
  return bytes && Buffer.from(bytes).toString("hex");
}
