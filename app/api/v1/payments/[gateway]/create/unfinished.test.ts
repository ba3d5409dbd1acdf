import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import { paymentBody, setUpApi } from "#lib/testing/api-client.ts";
import { assertReplayed } from "#lib/testing/assert-replayed.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const api = setUpApi(service);

const create = (body: Record<string, unknown>) =>
  api.post("/payments/gateway_one/create", { body });

describe("a payment that a dead process left pending", () => {
  const abandon = (paymentId: string, claim: string) =>
    pool().query(
      `UPDATE payment SET status = 'pending', order_id = NULL, client_secret = NULL,
                          claimed_until = now() + $2::interval WHERE id = $1`,
      [paymentId, claim],
    );

  test("is finished by the retry, under its own id", async () => {
    const body = paymentBody();
    const first = await create(body);
    await abandon(first.body.data.paymentId, "-1 second");
    const retry = await create(body);
    assert.equal(retry.status, 201);
    assert.deepEqual(retry.body, first.body);
    assertReplayed(await create(body), retry);
  });

  test("is finished once by many retries at the same time", async () => {
    const body = paymentBody();
    const { paymentId } = (await create(body)).body.data;
    await abandon(paymentId, "-1 second");
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(body)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 200, 200, 201]);
    const { rows } = await pool().query("SELECT gateway_attempts FROM payment WHERE id = $1", [
      paymentId,
    ]);
    assert.deepEqual(rows, [{ gateway_attempts: 2 }]);
  });

  test("is left to the process that is still busy with it", async () => {
    const body = paymentBody();
    const first = await create(body);
    const { paymentId } = first.body.data;
    const { rows } = await pool().query(
      "SELECT order_id, client_secret FROM payment WHERE id = $1",
      [paymentId],
    );
    await abandon(paymentId, "1 minute");
    const waiting = create(body);
    await create(paymentBody());
    await pool().query(
      "UPDATE payment SET status = 'succeeded', order_id = $2, client_secret = $3 WHERE id = $1",
      [paymentId, rows[0].order_id, rows[0].client_secret],
    );
    assertReplayed(await waiting, first);
  });
});
