import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { encodeUtf8 } from "#lib/crypto/bytes.ts";
import { blindInput, finalizeOutput } from "#lib/crypto/oprf.ts";
import { MAX_TRIES, pruneShares, WAIT_SECONDS } from "#lib/pins/share.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${service.url}/api/wallet/pins${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const { data, error } = await response.json();
  const retryAfter = response.headers.get("retry-after");
  return { status: response.status, data, error, retryAfter };
}

const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

function blind(pin: string) {
  const input = encodeUtf8(pin);
  const { blind: secret, blinded } = blindInput(input);
  return {
    body: { blinded: toText(blinded) },
    finish: (evaluated: string) => {
      const bytes = new Uint8Array(Buffer.from(evaluated, "base64url"));
      return toText(finalizeOutput({ input, blind: secret, evaluated: bytes }));
    },
  };
}

const proof = () => toText(randomBytes(32));

async function createPin(pin = "481597") {
  const { body, finish } = blind(pin);
  const { status, data } = await post("", body);
  assert.equal(status, 201);
  return { path: `/${data.pinId}`, pinId: data.pinId as string, output: finish(data.evaluated) };
}

async function tryPin(path: string, pin = "000001") {
  const { body, finish } = blind(pin);
  const answer = await post(`${path}/evaluate`, body);
  const output = answer.status === 200 ? finish(answer.data.evaluated) : undefined;
  return { ...answer, output };
}

const endWait = (id: string) =>
  prisma().pinShare.update({ where: { id }, data: { notBefore: new Date() } });

/** Of a share that may be gone. */
const endWaitOf = (id: string) =>
  prisma().pinShare.updateMany({ where: { id }, data: { notBefore: null } });

test("the same PIN gives the same output, another PIN or share another one", async () => {
  const { path, output } = await createPin();
  assert.equal((await tryPin(path, "481597")).output, output);
  assert.notEqual((await tryPin(path, "481598")).output, output);
  assert.notEqual((await createPin()).output, output);
});

test("the database holds neither key nor proof in the clear", async () => {
  const { path, pinId } = await createPin();
  const given = proof();
  assert.equal((await post(`${path}/confirm`, { proof: given })).status, 200);
  const { key, proofHash } = await prisma().pinShare.findUniqueOrThrow({ where: { id: pinId } });
  assert.ok(key.length > 32 + 2 + 12 + 16);
  assert.ok(proofHash && !Buffer.from(proofHash).includes(Buffer.from(given, "base64url")));
});

test("wrong tries wait ever longer, in parallel too, and only the proof ends it", async () => {
  const { path, pinId } = await createPin();
  const given = proof();
  await post(`${path}/confirm`, { proof: given });

  const parallel = await Promise.all([1, 2, 3, 4, 5].map(() => tryPin(path)));
  const statuses = parallel.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [200, 200, 200, 429, 429]);
  const late = await tryPin(path, "481597");
  assert.deepEqual([late.status, late.error.code], [429, "rate_limit_exceeded"]);
  assert.ok(Number(late.retryAfter) >= 1 && Number(late.retryAfter) <= 5);

  const waits: number[] = [];
  for (const _wait of WAIT_SECONDS.slice(4)) {
    await endWait(pinId);
    waits.push((await tryPin(path)).data.waitSeconds);
  }
  assert.deepEqual(waits, WAIT_SECONDS.slice(4));

  assert.equal((await post(`${path}/confirm`, { proof: proof() })).status, 404);
  assert.equal((await tryPin(path)).status, 429);
  assert.equal((await post(`${path}/confirm`, { proof: given })).status, 200);
  const { tries, waitSeconds } = (await tryPin(path)).data;
  assert.deepEqual([tries, waitSeconds], [WAIT_SECONDS.length - 1, 60 * 60]);
});

test("a thief beside an owner who unlocks every day has the same tries as one alone", async () => {
  await service.restart({ RATE_LIMITS: '{"perAddress":1000}' });
  const { path, pinId } = await createPin();
  const given = proof();
  await post(`${path}/confirm`, { proof: given });

  const answered = { thief: 0, owner: 0 };
  for (let day = 0; day < 40; day += 1) {
    for (const _try of [1, 2]) {
      await endWaitOf(pinId);
      if ((await tryPin(path)).status === 200) answered.thief += 1;
    }
    await endWaitOf(pinId);
    const { status } = await tryPin(path, "481597");
    const confirmed = await post(`${path}/confirm`, { proof: given });
    if (status === 200 && confirmed.status === 200) answered.owner += 1;
  }
  assert.deepEqual(answered, { thief: MAX_TRIES, owner: MAX_TRIES / 2 - 1 });
});

test("right PINs alone use up no tries", async () => {
  const { path, pinId } = await createPin();
  const given = proof();
  await post(`${path}/confirm`, { proof: given });
  for (let unlock = 0; unlock <= MAX_TRIES; unlock += 1) {
    assert.equal((await tryPin(path, "481597")).data.tries, 1);
    await post(`${path}/confirm`, { proof: given });
  }
  const { tries } = await prisma().pinShare.findUniqueOrThrow({ where: { id: pinId } });
  assert.equal(tries, 0);
});

test("a proof gives back the try that it belongs to, and no other", async () => {
  const { path, pinId } = await createPin();
  const given = proof();
  await post(`${path}/confirm`, { proof: given });
  await tryPin(path);
  await tryPin(path, "481597");
  for (const _time of [1, 2, 3]) await post(`${path}/confirm`, { proof: given });
  assert.equal((await prisma().pinShare.findUniqueOrThrow({ where: { id: pinId } })).tries, 1);
});

test("after the last try the share is gone for good", async () => {
  const { path, pinId } = await createPin();
  await prisma().pinShare.update({ where: { id: pinId }, data: { tries: MAX_TRIES } });
  assert.equal((await tryPin(path)).status, 404);
  assert.equal((await tryPin(path)).status, 404);
  assert.equal(await prisma().pinShare.count({ where: { id: pinId } }), 0);
});

test("what is no element of the group, or no share, is refused", async () => {
  const { path } = await createPin();
  const element = toText(new Uint8Array(32));
  for (const body of [{}, { blinded: "short" }, { blinded: element }]) {
    assert.equal((await post("", body)).status, 400);
    assert.equal((await post(`${path}/evaluate`, body)).status, 400);
  }
  assert.equal((await post(`${path}/confirm`, { proof: "short" })).status, 400);
  assert.equal((await tryPin("/pin_of_nobody")).status, 404);
});

test("an address, or the network of an IPv6 customer, makes a limited number of PINs", async () => {
  await service.restart({ RATE_LIMITS: '{"newPins":3}', TRUSTED_PROXIES: "1" });
  const { body } = blind("481597");
  const answers = await Promise.all(
    [1, 2, 3, 4].map((host) => post("", body, { "X-Forwarded-For": `2001:db8::${host}` })),
  );
  const refused = answers.filter(({ status }) => status === 429);
  assert.equal(refused.length, 1);
  assert.ok(Number(refused[0]?.retryAfter) > 60);
});

test("unused shares are pruned, unconfirmed ones after a day", async () => {
  await service.restart();
  const [kept, unconfirmed, unused] = [await createPin(), await createPin(), await createPin()];
  for (const { path } of [kept, unused]) await post(`${path}/confirm`, { proof: proof() });
  await pool().query(
    "UPDATE pin_share SET used_at = now() - interval '2 days' WHERE id = ANY ($1)",
    [[kept.pinId, unconfirmed.pinId]],
  );
  await pool().query("UPDATE pin_share SET used_at = now() - interval '401 days' WHERE id = $1", [
    unused.pinId,
  ]);
  await pruneShares();
  const ids = [kept, unconfirmed, unused].map(({ pinId }) => pinId);
  const left = await prisma().pinShare.findMany({ where: { id: { in: ids } } });
  assert.deepEqual(
    left.map(({ id }) => id),
    [kept.pinId],
  );
});
