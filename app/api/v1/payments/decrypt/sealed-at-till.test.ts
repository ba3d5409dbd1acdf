import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { encodeBase64Url, encodeUtf8 } from "#lib/crypto/bytes.ts";
import { wrapContentKey } from "#lib/crypto/content-key.ts";
import { drawContentKey, drawIv } from "#lib/crypto/draw-random.ts";
import { importPublicKey } from "#lib/crypto/recipient-key.ts";
import { grant, setUpApi, setUpCardholder } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { prepareSealed, type SealedAtTestTill } from "#lib/testing/seal-at-till.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const PAY = "/payments/gateway_one/create";

const service = setUpTestService();
const api = setUpApi(service);
const holder = setUpCardholder(api);

/** The envelope again, with these bytes in it. */
async function sealBytes({ body, reservation }: SealedAtTestTill, plaintext: Uint8Array) {
  const { protected: header, aad } = body.sealedReceipt;
  const [contentKey, iv] = [drawContentKey(), drawIv()];
  const { key } = await importPublicKey(reservation.publicKey);
  const wrapped = await wrapContentKey(contentKey, key);
  const aes = await crypto.subtle.importKey("raw", contentKey, "AES-GCM", false, ["encrypt"]);
  const additionalData = encodeUtf8(`${header}.${aad}`);
  const algorithm = { name: "AES-GCM", iv, additionalData, tagLength: 128 };
  const encrypted = new Uint8Array(
    await crypto.subtle.encrypt(algorithm, aes, new Uint8Array(plaintext)),
  );
  return {
    ...body.sealedReceipt,
    encrypted_key: encodeBase64Url(wrapped.encryptedKey),
    iv: encodeBase64Url(iv),
    ciphertext: encodeBase64Url(encrypted.slice(0, -16)),
    tag: encodeBase64Url(encrypted.slice(-16)),
  };
}

type Change = (receipt: Record<string, unknown>) => unknown;

/** Pays with a receipt that was sealed at the till; `change` makes of it what is sealed instead. */
async function pay(change?: Change) {
  const recipient = { recipientHashedPan: holder.hashedPan };
  const sealed = await prepareSealed(api, { recipient });
  const { paymentId } = sealed.reservation;
  const { body, receipt } = sealed;
  const bytes = change && toBytes(change({ ...receipt, paymentId, sealedAt: "till" }));
  const sent = bytes ? { ...body, sealedReceipt: await sealBytes(sealed, bytes) } : body;
  const created = await api.post(PAY, { body: sent });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  return { paymentId, receipt };
}

function toBytes(content: unknown): Uint8Array {
  if (content instanceof Uint8Array) return content;
  return encodeUtf8(typeof content === "string" ? content : JSON.stringify(content));
}

async function open(paymentId: string, tokenId: string) {
  const { privateKey } = holder;
  return await api.post("/payments/decrypt", { body: { paymentId, tokenId, privateKey } });
}

async function payAndOpen(change?: Change) {
  const paid = await pay(change);
  const opened = await open(paid.paymentId, await grant(api, holder));
  assert.equal(opened.status, 200, JSON.stringify(opened.body));
  return { ...paid, data: opened.body.data };
}

describe("opened", () => {
  test("as it was sealed, with what create would have filled in", async () => {
    const { paymentId, receipt, data } = await payAndOpen();
    const { sealedTo, ...rest } = data;
    assert.equal(sealedTo.length, 43);
    assert.deepEqual(rest, {
      version: "1.0",
      ...receipt,
      paymentId,
      gateway: "gateway_one",
      sealedAt: "till",
    });
  });

  const facts = { gateway: "gateway_one", kind: undefined, refundOf: undefined };
  const allowed: [string, Change, object][] = [
    ["without paymentId and gateway", ({ paymentId: _, ...rest }) => rest, facts],
    [
      "with those of another payment",
      (receipt) => ({
        ...receipt,
        paymentId: "pay_other",
        gateway: "gateway_two",
        kind: "refund",
        refundOf: "pay_other",
      }),
      facts,
    ],
    ["in another amount than was charged", (receipt) => ({ ...receipt, amount: 1 }), { amount: 1 }],
    [
      "with blanks at both ends",
      (receipt) => ` \n${JSON.stringify(receipt)}${" ".repeat(3000)}`,
      { merchantName: "Corner Bakery" },
    ],
    [
      "with fields that the service does not know",
      (receipt) => ({ ...receipt, version: "9", note: { for: ["all"] } }),
      { version: "9", note: { for: ["all"] } },
    ],
    [
      "with a card number, which the service cannot see",
      (receipt) => ({ ...receipt, note: "4242 4242 4242 4242" }),
      { note: "4242 4242 4242 4242" },
    ],
  ];
  for (const [name, change, expected] of allowed) {
    test(name, async () => {
      const { paymentId, data } = await payAndOpen(change);
      assert.equal(data.paymentId, paymentId);
      for (const [field, value] of Object.entries(expected)) {
        assert.deepEqual(data[field], value, field);
      }
    });
  }

  test("with a field named __proto__, which is a field like any other", async () => {
    const { data } = await payAndOpen((receipt) =>
      JSON.stringify(receipt).replace("{", '{"__proto__":{"amount":7},'),
    );
    assert.deepEqual(Object.getOwnPropertyDescriptor(data, "__proto__")?.value, { amount: 7 });
    assert.equal(data.amount, 1250);
  });

  test("and nothing of it is logged", () => {
    const logged = service.logLines.join("");
    assert.ok(logged.includes("/payments/decrypt"));
    for (const text of ["4242 4242", "Corner Bakery"]) assert.equal(logged.includes(text), false);
  });
});

describe("409, and the token is as it was, for", () => {
  const without =
    (field: string): Change =>
    (receipt) => ({
      ...receipt,
      [field]: undefined,
    });
  const refused: [string, Change][] = [
    ["no merchantName", without("merchantName")],
    ["no amount", without("amount")],
    ["no transactionDate", without("transactionDate")],
    ["an amount that is a text", (receipt) => ({ ...receipt, amount: "1250" })],
    [
      "an amount that is no number of JSON",
      (receipt) => JSON.stringify(receipt).replace("1250", "1e999"),
    ],
    ["items that are a text", (receipt) => ({ ...receipt, items: "bread" })],
    ["a currency that is none", (receipt) => ({ ...receipt, currency: "bread" })],
    ["a version that is an object", (receipt) => ({ ...receipt, version: { toString: 1 } })],
    ["an array", (receipt) => [receipt]],
    ["a string", () => JSON.stringify("receipt")],
    ["a number", () => "7"],
    ["null", () => "null"],
    ["an empty object", () => "{}"],
    ["text that is not JSON", () => "bread, 12.50"],
    ["JSON that breaks off", (receipt) => JSON.stringify(receipt).slice(0, -1)],
    ["a prototype with what is missing", () => '{"__proto__":{"merchantName":"x","amount":1}}'],
    ["bytes that are not UTF-8", () => new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])],
    ["one byte", () => new Uint8Array([0])],
    [
      "a thousand levels",
      (receipt) =>
        JSON.stringify(receipt).replace("{", `{"deep":${"[".repeat(1000)}${"]".repeat(1000)},`),
    ],
    [
      "as many levels as fit",
      (receipt) =>
        JSON.stringify(receipt).replace(
          "{",
          `{"deep":${'{"a":'.repeat(25_000)}1${"}".repeat(25_000)},`,
        ),
    ],
  ];
  for (const [name, change] of refused) {
    test(name, async () => {
      const { paymentId } = await pay(change);
      const tokenId = await grant(api, holder);
      const answer = await open(paymentId, tokenId);
      assertError(answer, { status: 409, code: "conflict" });
      assert.match(answer.body.error.message, /till/);
      const other = await pay();
      assert.equal((await open(other.paymentId, tokenId)).status, 200);
    });
  }
});

test("403 for content that is none, as for a wrong key", async () => {
  const recipient = { recipientHashedPan: holder.hashedPan };
  const { body, reservation } = await prepareSealed(api, { recipient });
  const ciphertext = encodeBase64Url(new Uint8Array(64));
  const sent = { ...body, sealedReceipt: { ...body.sealedReceipt, ciphertext } };
  assert.equal((await api.post(PAY, { body: sent })).status, 201);
  const answer = await open(reservation.paymentId, await grant(api, holder));
  assertError(answer, { status: 403, code: "forbidden" });
});
