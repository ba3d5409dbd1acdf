import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, test } from "node:test";
import { generateEscrowKey } from "#lib/crypto/escrow-keys.ts";
import { updateSeenCurrent } from "#lib/secrets/store.ts";
import { pool } from "#lib/storage/database.ts";
import { randomHashedPan, registerCardholder, setUpApi } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { createAdmin } from "#lib/testing/run-admin.ts";
import { prepareSealed, type SealedAtTestTill } from "#lib/testing/seal-at-till.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { listKeys } from "./key-status.ts";
import { moveKeys } from "./move-keys.ts";
import { retireKey } from "./versions.ts";

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

const [first, second] = [1, 2].map(() => randomBytes(32).toString("base64"));
const escrow = setUp(async () => ({
  first: await generateEscrowKey(),
  second: await generateEscrowKey(),
}));
const variables = (column: string, escrowKeys: string) => ({
  CARD_PEPPERS: `1:${first}`,
  SESSION_SECRET: second ?? "",
  COLUMN_KEYS: column,
  ESCROW_KEYS: escrowKeys,
});
const service = setUpTestService(() => variables(`1:${first}`, `1:${escrow.first}`));
const api = setUpApi(service);
const admin = createAdmin(service);

const reserve = () => prepareSealed(api, { recipient: { recipientHashedPan: randomHashedPan() } });
const pay = ({ body }: SealedAtTestTill) => api.post("/payments/gateway_one/create", { body });

async function reservedUntil(version: number): Promise<Date | null | undefined> {
  const keys = await listKeys();
  return keys.find((key) => key.purpose === "escrow" && key.version === version)?.reservedUntil;
}

test("a reservation outlives the column key that it was made with", async () => {
  const holder = await registerCardholder(api);
  const recipient = { recipientHashedPan: holder.hashedPan };
  const sealed = [await prepareSealed(api, { recipient }), await reserve()];
  await service.restart(variables(`2:${second},1:${first}`, `1:${escrow.first}`));
  await moveKeys();
  await retireKey({ purpose: "column", version: 1 });
  await service.restart(variables(`2:${second}`, `1:${escrow.first}`));
  for (const one of sealed) {
    const { status, body } = await pay(one);
    assert.equal(status, 201, JSON.stringify(body));
  }
});

describe("an escrow key that was replaced", () => {
  const column = `2:${second}`;
  const held: SealedAtTestTill[] = [];
  const started = Date.now();
  setUp(async () => {
    for (let count = 0; count < 4; count++) held.push(await reserve());
    await service.restart(variables(column, `1:${escrow.first},2:${escrow.second}`));
  });
  const take = async () => {
    const { status, body } = await pay(held.pop() ?? assert.fail());
    assert.equal(status, 201, JSON.stringify(body));
    await moveKeys();
  };

  test("is reserved for a week and a minute from then on, however often processes restart", async () => {
    assert.deepEqual([await reservedUntil(1), await reservedUntil(2)], [null, null]);
    const before = Date.now();
    const both = variables(column, `2:${escrow.second},1:${escrow.first}`);
    await service.restart(both);
    const until = await reservedUntil(1);
    assert.ok(until);
    const ended = until.getTime() - WEEK_MS - 60_000;
    assert.ok(ended <= before && ended >= started, until.toISOString());
    await service.restart(both);
    assert.deepEqual([await reservedUntil(1), await reservedUntil(2)], [until, null]);

    await take();
    await assert.rejects(retireKey({ purpose: "escrow", version: 1 }), {
      code: "conflict",
      message: `tills may hold reservations of escrow 1 until ${until.toISOString()}`,
    });
    await take();
  });

  test("is reserved for longer while another process still has it in front", async () => {
    const { rows } = await pool().query(
      "SELECT seen_current AS seen FROM keyring_check WHERE purpose = 'escrow' AND version = 1",
    );
    const back =
      "UPDATE keyring_check SET seen_current = $1 WHERE purpose = 'escrow' AND version = 1";
    await pool().query(back, [new Date(Date.now() - 8 * 24 * 60 * 60 * 1000)]);
    assert.equal(await reservedUntil(1), null);
    // What each process says of its own key every few seconds.
    await updateSeenCurrent({ purpose: "escrow", version: 1 });
    const until = await reservedUntil(1);
    assert.ok(until && until.getTime() > Date.now() + WEEK_MS);
    await pool().query(back, [rows[0].seen]);
  });

  test("is not reserved if it was last in use before there were reservations", async () => {
    const { rows } = await pool().query(
      "SELECT version, seen_current AS seen FROM keyring_check WHERE purpose = 'escrow'",
    );
    await pool().query("UPDATE keyring_check SET seen_current = NULL");
    assert.equal(await reservedUntil(1), null);
    for (const { version, seen } of rows) {
      await pool().query(
        "UPDATE keyring_check SET seen_current = $2 WHERE purpose = 'escrow' AND version = $1",
        [version, seen],
      );
    }
  });

  test("goes at once if it has leaked: a till that holds a reservation prepares again", async () => {
    const day = (await reservedUntil(1))?.toISOString().slice(0, 10);
    const status = admin(["keys", "status"]).stdout;
    assert.match(status, new RegExp(`^escrow 1 +readable .* reserved by tills until ${day}$`, "m"));
    const retire = ["keys", "retire", "escrow", "1", "--yes"];
    assert.match(admin(retire).stderr, /tills may hold reservations of escrow 1/);
    const env = variables(column, `2:${escrow.second},1:${escrow.first}`);
    const retired = admin([...retire, "--despite", "reservations"], { env });
    assert.equal(retired.status, 0, retired.stderr);
    // By a process that has the key still: a row that needed it would keep the next one from starting.
    const { status: taken, body } = await pay(held.pop() ?? assert.fail());
    assert.equal(taken, 201, JSON.stringify(body));
    await service.restart(variables(column, `2:${escrow.second}`));
    assertError(await pay(held.pop() ?? assert.fail()), {
      status: 400,
      code: "invalid_request",
      details: /^reservation: .*prepare/,
    });
  });
});
