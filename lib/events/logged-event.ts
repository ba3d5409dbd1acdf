import type { AnyEnvironment, EventType } from "#lib/core/vocabulary.ts";

/** An event of the log. */
export type LoggedEvent = {
  organizationId: string;
  environment: AnyEnvironment;
  /** A reader who has seen one has seen every event with a smaller one. */
  position: number;
  id: string;
  type: EventType;
  createdAt: Date;
  /** A payment, also for its refunds and disputes, or a cardholder: its events are delivered in their order. */
  subject: string;
  /** As its list answers it; `match`, where there is one, is null and encrypted beside it. */
  data: Record<string, unknown>;
  matchData: Uint8Array | null;
};
