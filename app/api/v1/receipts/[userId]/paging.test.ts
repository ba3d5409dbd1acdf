import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import {
  registerCardholder,
  setUpApi,
  setUpCardholder,
  type TestCardholder,
} from "#lib/testing/api-client.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

type Listed = { paymentId: string; createdAt: string };

const service = setUpTestService();
const api = setUpApi(service);
const holder = setUpCardholder(api);
/** In order of creation. */
const paymentIds: string[] = [];
setUp(async () => {
  for (let n = 0; n < 25; n += 1) paymentIds.push(await createSealedPayment(api, holder));
});

async function readPage(query: Record<string, string>, { userId }: TestCardholder = holder) {
  const { status, body } = await api.get(`/receipts/${userId}?${new URLSearchParams(query)}`);
  assert.equal(status, 200, JSON.stringify(body));
  const receipts: Listed[] = body.data.receipts;
  const nextCursor: string | null = body.data.nextCursor;
  return { receipts, ids: receipts.map(({ paymentId }) => paymentId), nextCursor };
}

/** Every page to the end; `betweenPages` runs before each further one. */
async function readAll(query: Record<string, string>, betweenPages = async () => {}) {
  const pages = [await readPage(query)];
  for (let cursor = pages[0]?.nextCursor; cursor; cursor = pages.at(-1)?.nextCursor) {
    assert.ok(pages.length < 100, "paging must come to an end");
    await betweenPages();
    pages.push(await readPage({ ...query, cursor }));
  }
  return pages;
}

describe("pages", () => {
  test("without a limit hold 20, newest first", async () => {
    const pages = await readAll({});
    assert.deepEqual(
      pages.map(({ ids }) => ids.length),
      [20, 5],
    );
    assert.deepEqual(
      pages.flatMap(({ ids }) => ids),
      paymentIds.toReversed(),
    );
    const times = pages.flatMap(({ receipts }) => receipts.map((row) => Date.parse(row.createdAt)));
    assert.deepEqual(
      times,
      times.toSorted((a, b) => b - a),
    );
  });

  for (const limit of [1, 7, 24, 25, 26, 100]) {
    test(`of ${limit} hold every receipt once`, async () => {
      const pages = await readAll({ limit: String(limit) });
      assert.equal(pages.length, Math.ceil(25 / limit));
      assert.deepEqual(
        pages.flatMap(({ ids }) => ids),
        paymentIds.toReversed(),
      );
    });
  }

  test("show nothing twice and miss nothing while new receipts arrive", async () => {
    const listed = (await readPage({ limit: "100" })).ids;
    const arrived: string[] = [];
    const pages = await readAll({ limit: "4" }, async () => {
      arrived.push(await createSealedPayment(api, holder));
    });
    assert.deepEqual(
      pages.flatMap(({ ids }) => ids),
      listed,
    );
    assert.ok(arrived.length >= 6);
    const { ids } = await readPage({ limit: String(arrived.length) });
    assert.deepEqual(ids, arrived.toReversed());
  });

  test("give the same page for the same cursor", async () => {
    const { nextCursor } = await readPage({ limit: "3" });
    assert.ok(nextCursor);
    const query = { limit: "3", cursor: nextCursor };
    assert.deepEqual(await readPage(query), await readPage(query));
  });
});

describe("a period", () => {
  let cardholder: TestCardholder;
  const ids: string[] = [];
  const times: Date[] = [];
  before(async () => {
    cardholder = await registerCardholder(api);
    for (let n = 0; n < 3; n += 1) ids.push(await createSealedPayment(api, cardholder));
    const { rows } = await pool().query<{ created_at: Date }>(
      "SELECT created_at FROM payment WHERE id = ANY ($1) ORDER BY created_at",
      [ids],
    );
    times.push(...rows.map((row) => row.created_at));
    assert.equal(new Set(times.map(Number)).size, 3, "created in three different milliseconds");
  });

  const at = (index: number, shift = 0) =>
    new Date(Number(times[index] ?? Number.NaN) + shift).toISOString();
  const cases = [
    {
      name: "from includes what was created at that moment",
      query: () => ({ from: at(1) }),
      found: [2, 1],
    },
    { name: "from a moment later", query: () => ({ from: at(1, 1) }), found: [2] },
    {
      name: "to excludes what was created at that moment",
      query: () => ({ to: at(1) }),
      found: [0],
    },
    { name: "to a moment later", query: () => ({ to: at(1, 1) }), found: [1, 0] },
    { name: "both", query: () => ({ from: at(1), to: at(2) }), found: [1] },
    { name: "an empty one", query: () => ({ from: at(1), to: at(1) }), found: [] },
    { name: "since ever", query: () => ({ from: "0001-01-01T00:00:00Z" }), found: [2, 1, 0] },
    { name: "until before the epoch", query: () => ({ to: "1969-12-31T23:59:59Z" }), found: [] },
    {
      name: "from before the epoch",
      query: () => ({ from: "1900-01-01T00:00:00Z" }),
      found: [2, 1, 0],
    },
    { name: "until the end", query: () => ({ to: "9999-12-31T23:59:59Z" }), found: [2, 1, 0] },
    { name: "of the far future", query: () => ({ from: "9999-12-31T23:59:59Z" }), found: [] },
  ];
  for (const { name, query, found } of cases) {
    test(name, async () => {
      const page = await readPage(query(), cardholder);
      assert.deepEqual(
        page.ids,
        found.map((index) => ids[index]),
      );
    });
  }

  test("with an offset is the same moment", async () => {
    const shifted = at(1, 2 * 3_600_000).replace("Z", "+02:00");
    assert.deepEqual(
      await readPage({ from: shifted }, cardholder),
      await readPage({ from: at(1) }, cardholder),
    );
  });

  test("holds on every page", async () => {
    const query = { from: at(0), to: at(2), limit: "1" };
    const first = await readPage(query, cardholder);
    assert.ok(first.nextCursor);
    const second = await readPage({ ...query, cursor: first.nextCursor }, cardholder);
    assert.deepEqual([...first.ids, ...second.ids], [ids[1], ids[0]]);
    assert.equal(second.nextCursor, null);
  });
});
