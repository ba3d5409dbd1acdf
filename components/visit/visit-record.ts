import { useMemo, useSyncExternalStore } from "react";
import { z } from "zod";
import { readSiteData, writeSiteData } from "#lib/browser/site-data.ts";

const pinCall = z.object({ path: z.string(), sent: z.array(z.string()) });

const otherCard = z.object({
  hashedPan: z.string(),
  last4: z.string(),
  /** What the till shows for the receipt. */
  claimCode: z.string().optional(),
});

/** A card that paid once, and that no wallet has. */
export type OtherCard = z.output<typeof otherCard>;

const visitRecord = z.object({
  visitId: z.string(),
  /** By `receiptId`: when the card was tapped, milliseconds since 1970. */
  taps: z.record(z.string(), z.number()),
  /** By `receiptId`: the card that paid, where it was not the card of the visit. */
  others: z.record(z.string(), otherCard).optional(),
  /** What a PIN asked of the service when the card was registered. */
  registration: z.array(pinCall).optional(),
  /** By payment: how opening it was consented to last, and what a PIN asked for that. */
  openings: z.record(
    z.string(),
    z.object({ method: z.enum(["passkey", "pin"]), pinCalls: z.array(pinCall) }),
  ),
});

/** A call on behalf of a PIN: where it went, and the names of its fields. */
export type PinCall = z.output<typeof pinCall>;

export type VisitRecord = z.output<typeof visitRecord>;

const NAME = "sealslip.visit.calls";

const listeners = new Set<() => void>();

/**
 * What this browser sent for the visit, so that a reload can show it again. Of a receipt it has the numbers that
 * the service keeps in the clear, and until a wallet has the receipt, the code on the till.
 */
export function useVisitRecord(visitId: string): VisitRecord {
  const stored = useSyncExternalStore(listen, readStored, () => null);
  return useMemo(() => parseRecord(stored, visitId), [stored, visitId]);
}

/** Adds to the record of the visit; that of an earlier one is dropped. */
export function addToRecord(
  visitId: string,
  { taps, others, registration, openings }: Partial<Omit<VisitRecord, "visitId">>,
): void {
  const known = parseRecord(readStored(), visitId);
  const record: VisitRecord = {
    visitId,
    taps: { ...known.taps, ...taps },
    others: { ...known.others, ...others },
    registration: registration ?? known.registration,
    openings: { ...known.openings, ...openings },
  };
  writeSiteData("localStorage", NAME, JSON.stringify(record));
  for (const changed of listeners) changed();
}

function parseRecord(stored: string | null, visitId: string): VisitRecord {
  const record = readRecord(stored);
  return record?.visitId === visitId ? record : { visitId, taps: {}, openings: {} };
}

function readRecord(stored: string | null): VisitRecord | undefined {
  try {
    return visitRecord.safeParse(JSON.parse(stored ?? "null")).data;
  } catch {
    return undefined;
  }
}

function readStored(): string | null {
  return readSiteData("localStorage", NAME);
}

function listen(changed: () => void): () => void {
  listeners.add(changed);
  window.addEventListener("storage", changed);
  return () => {
    listeners.delete(changed);
    window.removeEventListener("storage", changed);
  };
}
