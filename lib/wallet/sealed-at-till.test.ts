import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { MAX_DEPTH } from "#lib/core/body-limits.ts";
import { importPrivateKey } from "#lib/crypto/recipient-key.ts";
import { sealReceipt } from "#lib/crypto/seal-receipt.ts";
import { openReceipt } from "#lib/crypto/sealed-receipt.ts";
import { createPair } from "#lib/testing/device-keys.ts";
import { listChanges } from "#lib/testing/list-changes.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createSigningPair, signRequest } from "#lib/testing/sign-request.ts";
import { checkSeal } from "./check-seal.ts";
import { checkSignature } from "./check-signature.ts";
import { readOwnKeys } from "./own-keys.ts";
import { readContent } from "./read-content.ts";
import { fillIn } from "./sealed-content.ts";
import type { SealedContent } from "./till-content.ts";

const holder = setUp(() => createPair("P-256"));
const shop = setUp(createSigningKey);

async function createSigningKey() {
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  return await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
}

const full = {
  version: "2.0",
  receiptId: "r",
  merchantId: "m",
  merchantName: "Corner Bakery",
  transactionId: "t",
  transactionDate: "2026-11-20T09:30:00Z",
  currency: "eur",
  amount: 1250,
  mockItems: false,
  cardLast4: "4242",
  gateway: "gateway_one",
  items: [
    { lineItemId: "1", name: "Bread", quantity: 1, unitPrice: 1250, totalPrice: 1250, note: "rye" },
  ],
  loyalty: { points: [7, null], level: true },
};

/** What comes out of the envelope that a till has sealed. */
async function seal(receipt: object, binding?: object): Promise<Record<string, unknown>> {
  const { keyId, publicKey, privateKey } = holder;
  const reservation = { reservation: "one", paymentId: "pay_1", keyId, publicKey };
  const signingKey = { ...shop, ...(binding && { binding }) };
  const { sealedReceipt } = await sealReceipt(reservation, receipt, signingKey);
  return await openReceipt({
    sealed: sealedReceipt,
    paymentId: "pay_1",
    privateKey: await importPrivateKey(privateKey),
  });
}

function read(content: unknown): SealedContent {
  const receipt = readContent(content);
  assert.ok(receipt);
  return receipt;
}

test("what the till signed and sealed for this device is found to be just that", async () => {
  const receipt = read(await seal(full));
  const check = await checkSignature(receipt);
  assert.equal(check.state, "valid");
  const { publicKey } = holder;
  const keys = await readOwnKeys([{ keys: [keyOf(publicKey)] }]);
  const place = { paymentId: "pay_1", listed: undefined, keys, card: undefined };
  const seal0 = { state: "device", others: [], unlisted: [] };
  assert.deepEqual(checkSeal(receipt, place), { seal: seal0, differs: [] });
});

test("nulls and defaults that a till leaves to its reader do not break the signature", async () => {
  const { version: _version, mockItems: _mock, gateway: _gateway, ...sparse } = full;
  const receipt = read(await seal({ ...sparse, currency: "EUR", merchantCity: null }));
  assert.equal((await checkSignature(receipt)).state, "valid");
});

test("a change of any field of what a till has signed is found", async () => {
  const { merchantSignature, ...sealed } = await seal(full);
  const changes = listChanges(sealed);
  assert.ok(changes.length > 40);
  for (const [name, changed] of changes) {
    const receipt = readContent({ ...changed, merchantSignature });
    // What is no receipt any longer is not shown at all.
    if (!receipt) continue;
    const check = await checkSignature(receipt);
    const [field] = name.split(/[. ]/);
    // Without its claim it is read as a receipt of the service, which is another one throughout.
    const isFound =
      check.state === "broken" && (field === "sealedAt" || check.differs.includes(field ?? ""));
    assert.ok(isFound, `${name}: ${JSON.stringify(check)}`);
  }
});

test("a field that was added after the till signed is found, also one that the wallet fills in", async () => {
  const { gateway: _gateway, ...sparse } = full;
  const content = await seal(sparse);
  for (const added of [{ gateway: "gateway_two" }, { kind: "refund" }, { note: "paid in cash" }]) {
    const check = await checkSignature(read({ ...content, ...added }));
    assert.deepEqual(check, { state: "broken", differs: Object.keys(added) });
  }
});

describe("what a till left out", () => {
  const { currency: _currency, mockItems: _mock, gateway: _gateway, ...sparse } = full;
  const listed = { gateway: "gateway_one", currency: "eur", kind: "refund", refundOf: "pay_0" };
  const entry = { paymentId: "pay_1", ...listed } as Parameters<typeof fillIn>[1] & object;

  test("is not made up, and shown as the service lists it", async () => {
    const receipt = read(await seal(sparse));
    assert.equal(Object.hasOwn(receipt, "currency"), false);
    assert.equal(Object.hasOwn(receipt, "mockItems"), false);
    assert.equal((await checkSignature(receipt)).state, "valid");
    const shown = fillIn(receipt, entry);
    assert.ok(shown);
    const { currency, gateway, kind, refundOf } = shown;
    assert.deepEqual({ gateway, currency, kind, refundOf }, listed);
    assert.equal(fillIn(receipt, undefined), undefined);
  });

  test("and was added later, breaks the signature", async () => {
    const content = await seal(sparse);
    for (const added of [{ currency: "usd" }, { mockItems: true }]) {
      const check = await checkSignature(read({ ...content, ...added }));
      assert.deepEqual(check, { state: "broken", differs: Object.keys(added) });
    }
  });

  test("is still settled where the service sealed the receipt", () => {
    const { currency, mockItems } = read(sparse);
    assert.deepEqual({ currency, mockItems }, { currency: "usd", mockItems: true });
  });
});

test("a signature over the body of an ordinary payment does not prove what a till sealed", async () => {
  const pair = await createSigningPair("EdDSA");
  const body = JSON.stringify({ ...full, recipientHashedPan: "ab".repeat(32) });
  const merchantSignature = {
    jws: signRequest(pair, body),
    signedBytes: Buffer.from(body).toString("base64url"),
    jwk: pair.publicKey.export({ format: "jwk" }),
  };
  const { merchantSignature: _theirs, ...content } = await seal(full);
  const check = await checkSignature(read({ ...content, merchantSignature }));
  assert.equal(check.state, "broken");
  const differs = check.state === "broken" ? check.differs : [];
  for (const name of ["sealedTo", "sealedAt", "paymentId"]) assert.ok(differs.includes(name), name);
});

test("a signature of a till does not prove a receipt without its claim", async () => {
  const { sealedAt: _at, sealedTo: _to, paymentId: _id, ...content } = await seal(full);
  assert.equal((await checkSignature(read(content))).state, "broken");
});

describe("a signature that says what it is for", () => {
  const place = { organization: "org_1", environment: "production", gateway: "gateway_one" };
  const sale = { ...place, request: "create" };
  const refund = { ...place, request: "refund", paymentId: "pay_0" };
  const { gateway: _gateway, ...sparse } = full;
  const entry = {
    paymentId: "pay_1",
    gateway: "gateway_one",
    currency: "eur",
    kind: "sale",
    refundOf: null,
  } as const;
  const note = { ...entry, kind: "refund", refundOf: "pay_0" } as const;
  const environment = "production" as const;

  test("names the organization, and holds for what the till left to the list", async () => {
    const check = await checkSignature(read(await seal(sparse, sale)), {
      environment,
      listed: entry,
    });
    assert.equal(check.state === "valid" && check.organization, "org_1");
    const ofNote = read(await seal(sparse, refund));
    assert.equal((await checkSignature(ofNote, { environment, listed: note })).state, "valid");
  });

  test("holds for nothing else", async () => {
    const cases = [
      [sale, { environment: "staging" as const, listed: entry }, "environment"],
      [sale, { listed: { ...entry, gateway: "gateway_two" as const } }, "gateway"],
      [refund, { listed: { ...note, refundOf: "pay_9" } }, "refundOf"],
      [sale, { listed: note }, "kind"],
    ] as const;
    for (const [binding, known, field] of cases) {
      const check = await checkSignature(read(await seal(sparse, binding)), known);
      assert.ok(check.state === "broken" && check.differs.includes(field), field);
    }
  });
});

describe("keys of this device", () => {
  test("that were replaced before this was recorded count from the next key on", async () => {
    const [oldest, old, current] = await Promise.all(
      Array.from({ length: 3 }, () => createPair("P-256")),
    );
    assert.ok(oldest && old && current);
    const keys = await readOwnKeys([
      {
        droppedKeys: [keyOf(oldest.publicKey, "retired", 1)],
        keys: [
          keyOf(old.publicKey, "retired", 2, "2026-11-20T12:00:00.000Z"),
          keyOf(current.publicKey, "current", 3),
        ],
      },
    ]);
    const replacedAt = [day(2), "2026-11-20T12:00:00.000Z", undefined];
    assert.deepEqual(
      keys.map((key) => key.replacedAt),
      replacedAt,
    );
  });
});

function keyOf(
  publicKey: string,
  state: "current" | "retired" = "current",
  at = 1,
  replacedAt?: string,
) {
  const bytes = new Uint8Array(12);
  const wrapped = { keyId: publicKey, version: 1 as const, iv: bytes, wrapped: bytes };
  return { ...wrapped, publicKey, state, createdAt: day(at), replacedAt };
}

function day(at: number): string {
  return `2026-11-0${at}T09:00:00.000Z`;
}

describe("content that is deeper than a body may be", () => {
  const nest = (levels: number): unknown =>
    JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`);

  test("is no receipt", () => {
    const content = { ...full, sealedAt: "till" };
    assert.ok(readContent({ ...content, loyalty: nest(MAX_DEPTH - 1) }));
    for (const levels of [MAX_DEPTH, 3_000, 20_000]) {
      for (const name of ["taxes", "unknown"]) {
        assert.equal(readContent({ ...content, [name]: nest(levels) }), undefined);
        assert.equal(readContent({ ...full, [name]: nest(levels) }), undefined);
      }
    }
  });

  test("proves nothing where it was signed, and does not fail", async () => {
    for (const levels of [MAX_DEPTH, 3_000]) {
      const content = await seal({ ...full, unknown: nest(levels) });
      const { unknown: _unknown, ...shown } = content;
      const broken = { state: "broken", differs: [] };
      assert.deepEqual(await checkSignature(read(shown)), broken);
    }
  });
});

test("what is no receipt is none, and never a failure", () => {
  for (const content of [undefined, null, 7, "receipt", [], {}, { ...full, amount: "12.50" }]) {
    assert.equal(readContent(content), undefined);
  }
});
