import type { EventType } from "#lib/core/vocabulary.ts";
import { sha256 } from "#lib/crypto/sha256.ts";

/** Of a payment, a refund, or a cardholder, and what happened to it. */
export type Occurrence = {
  thingId: string;
  type: EventType;
  /** The state before, where it may happen several times. */
  occurrence: string;
};

/** The same for the same change, also if it was lost in a crash and is recorded again. */
export function eventId({ thingId, type, occurrence }: Occurrence): string {
  return `evt_${sha256(`${thingId} ${type} ${occurrence}`).toString("hex").slice(0, 32)}`;
}
