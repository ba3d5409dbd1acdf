/** As `verifyWebhook` and the list have it. A delivery has the id in `webhook-id`, and the time as `timestamp`. */
type Event = { eventId: string; type: string; createdAt: string; data: Record<string, unknown> };

/** Your database, in the transaction of what you do with the event. */
type Store = {
  /** `INSERT INTO handled_event … ON CONFLICT DO NOTHING`: false for one that is in it already. */
  insertOnce(eventId: string): Promise<boolean>;
  /** `INSERT … ON CONFLICT (thing) DO UPDATE … WHERE known.at <= $2`: a later state stays. */
  keepLatest(thing: string, at: Date, state: Event): Promise<void>;
};

/** Handles each event once, in whatever order they come. */
export async function handle(store: Store, event: Event): Promise<void> {
  if (!(await store.insertOnce(event.eventId))) return;
  const { disputeId, refundId, paymentId, userId } = event.data;
  // A payment and its receipt share an id, and not every dispute has one of its own.
  const [kind] = event.type.split(".");
  // What happened to a receipt adds up: an update does not undo that it was opened.
  const thing = kind === "receipt" ? event.type : kind;
  const id = disputeId ?? refundId ?? paymentId ?? userId;
  await store.keepLatest(`${thing} ${id}`, new Date(event.createdAt), event);
}
