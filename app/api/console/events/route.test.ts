import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createId } from "#lib/core/ids.ts";
import type { EventType } from "#lib/core/vocabulary.ts";
import { forgetEvents } from "#lib/events/forget.ts";
import { pool } from "#lib/storage/database.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import { createConsoleClient, createTestMember, setUpMember } from "#lib/testing/console-client.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { EVENTS_EXAMINED } from "#lib/webhooks/contract-console.ts";

const service = setUpTestService();
const member = setUpMember({ role: "viewer", kind: "platform" });
const call = createConsoleClient(service, member);

type Stored = {
  type?: EventType;
  at?: string;
  subject?: string;
  cardholderId?: string | null;
  organizationId?: string;
};

let position = 0;

/** Puts an event into the log as the publisher does, and returns its id. */
async function tell({
  type = "user.erased",
  at = new Date().toISOString(),
  subject = createId("cardholder"),
  cardholderId = null,
  organizationId = member.organizationId,
}: Stored = {}): Promise<string> {
  const id = createId("event");
  position += 1;
  await pool().query(
    `INSERT INTO event (organization_id, environment, position, id, type, created_at, subject, cardholder_id, data)
     VALUES ($1, 'development', $2, $3, $4, $5, $6, $7, $8)`,
    [organizationId, position, id, type, at, subject, cardholderId, { userId: subject }],
  );
  return id;
}

async function list(query: Record<string, string> = {}, client = call) {
  const { status, body } = await client("GET", `/events?${new URLSearchParams(query)}`);
  assert.equal(status, 200, JSON.stringify(body));
  const ids: string[] = body.data.events.map((event: { eventId: string }) => event.eventId);
  return { ids, nextCursor: body.data.nextCursor, events: body.data.events };
}

describe("GET /api/console/events", () => {
  test("lists what happened last first, however late it was published", async () => {
    const user = createId("cardholder");
    const at = (minute: number) => `2026-11-20T10:0${minute}:00.000Z`;
    const second = await tell({ subject: user, at: at(2) });
    const third = await tell({ subject: user, at: at(3) });
    const first = await tell({ subject: user, at: at(1) });
    const { ids, events } = await list({ userId: user });
    assert.deepEqual(ids, [third, second, first]);
    assert.deepEqual(events[0], {
      eventId: third,
      type: "user.erased",
      createdAt: at(3),
      data: { userId: user },
    });
  });

  test("goes through all pages without a gap, also within one moment", async () => {
    const user = createId("cardholder");
    const at = "2026-11-20T11:00:00.000Z";
    const told: string[] = [];
    for (let count = 0; count < 5; count += 1) told.push(await tell({ subject: user, at }));
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ userId: user, limit: "2", ...(cursor ? { cursor } : {}) });
      seen.push(...page.ids);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    assert.deepEqual(seen, told.toReversed());
  });

  test("narrows by time and type, and says when it has not looked at all of them", async () => {
    const other = await createTestMember({ kind: "issuer" });
    const { organizationId } = other;
    const own = createConsoleClient(service, other);
    await pool().query(
      `INSERT INTO event (organization_id, environment, position, id, type, created_at, subject, data)
       SELECT $1, 'development', n + 1000, 'evt_' || md5($1 || n), 'receipt.opened', '2026-11-21T00:00:00Z'::timestamptz
         + n * interval '1 second', 'pay_' || n, '{}' FROM generate_series(1, $2::int) n`,
      [organizationId, EVENTS_EXAMINED],
    );
    const [early, late] = [
      await tell({ organizationId, at: "2026-11-20T00:00:00.000Z" }),
      await tell({ organizationId, at: "2026-11-28T00:00:00.000Z" }),
    ];
    const newest = await list({ type: "user.erased" }, own);
    assert.deepEqual(newest.ids, [late]);
    const rest = await list({ type: "user.erased", cursor: newest.nextCursor }, own);
    assert.deepEqual([rest.ids, rest.nextCursor], [[early], null]);

    const [from, to] = ["2026-11-27T00:00:00.000Z", "2026-11-20T01:00:00.000Z"];
    assert.deepEqual((await list({ type: "user.erased", from }, own)).ids, [late]);
    assert.deepEqual((await list({ type: "user.erased", to }, own)).ids, [early]);
  });

  test("finds a cardholder’s own events, and no merchant’s payment by its cardholder", async () => {
    const cardholderId = createId("cardholder");
    const erased = await tell({ subject: cardholderId });
    await tell({ type: "payment.succeeded", subject: createId("payment"), cardholderId });
    await tell({ subject: cardholderId, organizationId: "org_other" });
    assert.deepEqual((await list({ userId: cardholderId })).ids, [erased]);
  });

  test("finds the events of one payment", async () => {
    const subject = createId("payment");
    const ids = [await tell({ subject }), await tell({ subject })];
    await tell({ subject, organizationId: "org_other" });
    assert.deepEqual((await list({ paymentId: subject })).ids, ids.toReversed());
  });

  test("leaves out what an erasure has emptied", async () => {
    const other = await createTestMember({ kind: "issuer" });
    const { organizationId } = other;
    const user = createId("cardholder");
    const erased = await tell({ organizationId });
    await tell({ type: "receipt.delivered", organizationId, cardholderId: user });
    await inTransaction((transaction) => forgetEvents(transaction, user));
    const { ids, nextCursor } = await list({}, createConsoleClient(service, other));
    assert.deepEqual([ids, nextCursor], [[erased], null]);
  });

  test("refuses a cursor of another list", async () => {
    const { status } = await call("GET", "/events?cursor=eyJ4Ijox");
    assert.equal(status, 400);
  });
});
