import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import { registerCardholder, setUpApi, type TestCardholder } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { addPair, createPair, registerPair } from "#lib/testing/device-keys.ts";
import { prepareSealed, type SealedBody } from "#lib/testing/seal-at-till.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const api = setUpApi(service);

// The first key of one cardholder is RSA, of another P-256; the third has both, and one more.
const holders: Record<"rsa" | "p256" | "several", TestCardholder> = setUp(async () => {
  const several = await registerCardholder(api);
  await addPair(api, several, await createPair("P-256"));
  await addPair(api, several, await createPair("RSA-2048"));
  const p256 = await registerPair(api, await createPair("P-256"));
  return { rsa: await registerCardholder(api), p256, several };
});

type Wrap = Record<"header" | "encrypted_key", unknown>;
type Sent = Omit<SealedBody, "sealedReceipt" | "otherRecipients"> & {
  sealedReceipt: Wrap & Record<string, unknown>;
  otherRecipients: Wrap[];
};
type Row = [name: string, change: (body: Sent) => object, details: string];

const envelope = (fields: Record<string, unknown>) => (body: Sent) => ({
  sealedReceipt: { ...body.sealedReceipt, ...fields },
});
const header = (fields: Record<string, unknown>) => (body: Sent) =>
  envelope({ header: { ...Object(body.sealedReceipt.header), ...fields } })(body);
const others = (change: (list: Wrap[]) => unknown[]) => (body: Sent) => ({
  otherRecipients: change(body.otherRecipients),
});
const bytes = (count: number) => Buffer.alloc(count, 7).toString("base64url");
const json = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

const PROTECTED = 'must be eyJlbmMiOiJBMjU2R0NNIn0, {"enc":"A256GCM"}';
const AAD = 'must be {"paymentId":"…","v":1} as base64url, with the paymentId of the reservation';
const KID = "must be the keyId of the reservation";
const BASE64URL = "must be base64url without padding";
const size = (count: number) => `must be ${count} bytes as base64url without padding`;
const UNKNOWN = "has a field that is not known here";
const POINT = "must be a point on P-256";
const ABSENT = "must be absent or empty, as the reservation has no otherKeys";

const everyKey: Row[] = [
  ["no envelope but text", () => ({ sealedReceipt: "a.b.c" }), "sealedReceipt: must be an object"],
  ["a list", () => ({ sealedReceipt: [] }), "sealedReceipt: must be an object"],
  ["an unknown member", envelope({ note: "Bread" }), `sealedReceipt: ${UNKNOWN}`],
  ["unprotected", envelope({ unprotected: {} }), `sealedReceipt: ${UNKNOWN}`],
  ["recipients", envelope({ recipients: [] }), `sealedReceipt: ${UNKNOWN}`],
  ["no protected", envelope({ protected: undefined }), `sealedReceipt.protected: ${PROTECTED}`],
  [
    "another encryption",
    envelope({ protected: json({ enc: "A128GCM" }) }),
    `sealedReceipt.protected: ${PROTECTED}`,
  ],
  [
    "a note in protected",
    envelope({ protected: json({ enc: "A256GCM", note: "Bread" }) }),
    `sealedReceipt.protected: ${PROTECTED}`,
  ],
  ["no aad", envelope({ aad: undefined }), "sealedReceipt.aad: is required"],
  ["an empty aad", envelope({ aad: "" }), `sealedReceipt.aad: ${AAD}`],
  [
    "another payment's aad",
    envelope({ aad: json({ paymentId: `pay_${"0".repeat(32)}`, v: 1 }) }),
    `sealedReceipt.aad: ${AAD}`,
  ],
  ["no iv", envelope({ iv: undefined }), "sealedReceipt.iv: is required"],
  ["an iv of 16 bytes", envelope({ iv: bytes(16) }), `sealedReceipt.iv: ${size(12)}`],
  ["an iv in bytes", envelope({ iv: [1, 2, 3] }), "sealedReceipt.iv: must be text"],
  ["a tag of 12 bytes", envelope({ tag: bytes(12) }), `sealedReceipt.tag: ${size(16)}`],
  [
    "a tag with spare bits",
    envelope({ tag: `${bytes(16).slice(0, -1)}x` }),
    `sealedReceipt.tag: ${size(16)}`,
  ],
  ["no ciphertext", envelope({ ciphertext: "" }), "sealedReceipt.ciphertext: must not be empty"],
  ["plain text", envelope({ ciphertext: "Bread, 2.50" }), `sealedReceipt.ciphertext: ${BASE64URL}`],
  ["base64", envelope({ ciphertext: "ab+/" }), `sealedReceipt.ciphertext: ${BASE64URL}`],
  ["padding", envelope({ ciphertext: "abc=" }), `sealedReceipt.ciphertext: ${BASE64URL}`],
  ["half a byte", envelope({ ciphertext: "abcdA" }), `sealedReceipt.ciphertext: ${BASE64URL}`],
  ["spare bits", envelope({ ciphertext: "abcdx_" }), `sealedReceipt.ciphertext: ${BASE64URL}`],
  ["no header", envelope({ header: undefined }), "sealedReceipt.header: is required"],
  [
    "another algorithm",
    header({ alg: "RSA-OAEP" }),
    "sealedReceipt.header.alg: must be RSA-OAEP-256 or ECDH-ES+A256KW",
  ],
  ["another kid", header({ kid: "key_mine" }), `sealedReceipt.header.kid: ${KID}`],
  ["no kid", header({ kid: undefined }), "sealedReceipt.header.kid: is required"],
  ["enc beside kid", header({ enc: "A256GCM" }), `sealedReceipt.header: ${UNKNOWN}`],
  ["no key", envelope({ encrypted_key: undefined }), "sealedReceipt.encrypted_key: is required"],
];

const ofRsa: Row[] = [
  [
    "a key of 255 bytes",
    envelope({ encrypted_key: bytes(255) }),
    `sealedReceipt.encrypted_key: ${size(256)}`,
  ],
  [
    "others for one device",
    others((list) => [...list, asOther(list)]),
    `otherRecipients: ${ABSENT}`,
  ],
];

const withinEpk = (fields: Record<string, unknown>) => (body: Sent) => {
  const { epk } = Object(body.sealedReceipt.header);
  return header({ epk: { ...epk, ...fields } })(body);
};
const ofP256: Row[] = [
  [
    "a key of 256 bytes",
    envelope({ encrypted_key: bytes(256) }),
    `sealedReceipt.encrypted_key: ${size(40)}`,
  ],
  ["no epk", header({ epk: undefined }), "sealedReceipt.header.epk: is required"],
  ["a point off the curve", withinEpk({ x: bytes(32) }), `sealedReceipt.header.epk: ${POINT}`],
  ["another curve", withinEpk({ crv: "P-384" }), "sealedReceipt.header.epk.crv: must be P-256"],
  ["a private key", withinEpk({ d: bytes(32) }), `sealedReceipt.header.epk: ${UNKNOWN}`],
  [
    "a short x",
    withinEpk({ x: bytes(31) }),
    `sealedReceipt.header.epk.x: ${size(32)}; sealedReceipt.header.epk: ${POINT}`,
  ],
  [
    "the algorithm of RSA",
    (body) =>
      envelope({
        header: { alg: "RSA-OAEP-256", kid: Reflect.get(Object(body.sealedReceipt.header), "kid") },
        encrypted_key: bytes(256),
      })(body),
    "sealedReceipt.header.alg: must be ECDH-ES+A256KW for this key",
  ],
];

const ofSeveral: Row[] = [
  ["no others", others(() => []), "otherRecipients: must have one for each of otherKeys, 2 in all"],
  [
    "null for them",
    () => ({ otherRecipients: null }),
    "otherRecipients: must have one for each of otherKeys, 2 in all",
  ],
  [
    "one missing",
    others((list) => list.slice(1)),
    "otherRecipients: must have one for each of otherKeys, 2 in all",
  ],
  [
    "one too many",
    others((list) => [...list, list[0]]),
    "otherRecipients: must have one for each of otherKeys, 2 in all",
  ],
  [
    "one twice",
    others((list) => [list[0], list[0]]),
    "otherRecipients: must have one whose header.kid is the keyId of otherKeys[1]",
  ],
  [
    "keys of each other's devices",
    others(([one, two]) => [{ ...one, header: two?.header }, two]),
    `otherRecipients[0].encrypted_key: ${size(256)}`,
  ],
  [
    "a member more",
    others(([one, two]) => [one, { ...two, note: 1 }]),
    `otherRecipients[1]: ${UNKNOWN}`,
  ],
  ["what is no object", others(([one]) => [one, 7]), "otherRecipients[1]: must be an object"],
  [
    "seventeen",
    others(([one]) => Array(17).fill(one)),
    "otherRecipients: must have at most 16 entries",
  ],
];

/** For a cardholder of one device, who has no other. */
function asOther(_none: Wrap[]): Wrap {
  return { header: { alg: "RSA-OAEP-256", kid: "key_mine" }, encrypted_key: bytes(256) };
}

const tables = { rsa: [...everyKey, ...ofRsa], p256: [...everyKey, ...ofP256], several: ofSeveral };

for (const [whose, rows] of Object.entries(tables) as [keyof typeof tables, Row[]][]) {
  describe(`400, and nothing is stored: ${whose}`, () => {
    for (const [name, change, details] of rows) {
      test(name, async () => {
        const recipient = { recipientHashedPan: holders[whose].hashedPan };
        const { body } = await prepareSealed(api, { recipient });
        const valid = { otherRecipients: [], ...body } as unknown as Sent;
        const answer = await api.post("/payments/gateway_one/create", {
          body: { ...valid, ...change(valid) },
        });
        assertError(answer, { status: 400, code: "invalid_request" });
        assert.equal(answer.body.error.details, details);
        const { rowCount } = await pool().query("SELECT FROM payment WHERE receipt_id = $1", [
          body.receiptId,
        ]);
        assert.equal(rowCount, 0);
      });
    }
  });
}

test("201: the others in another order", async () => {
  const recipient = { recipientHashedPan: holders.several.hashedPan };
  const { body, reservation } = await prepareSealed(api, { recipient });
  const otherRecipients = body.otherRecipients?.toReversed();
  const answer = await api.post("/payments/gateway_one/create", {
    body: { ...body, otherRecipients },
  });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  assert.equal(answer.body.data.paymentId, reservation.paymentId);
});

test("413: a body of more than 256 KiB; one that just fits is taken", async () => {
  const recipient = { recipientHashedPan: holders.rsa.hashedPan };
  const { body } = await prepareSealed(api, { recipient });
  const send = (room: number) => {
    const { length } = JSON.stringify({
      ...body,
      sealedReceipt: { ...body.sealedReceipt, ciphertext: "" },
    });
    const digits = 256 * 1024 - length - room;
    const ciphertext = "A".repeat(digits - (digits % 4 === 1 ? 1 : 0));
    return api.post("/payments/gateway_one/create", {
      body: { ...body, sealedReceipt: { ...body.sealedReceipt, ciphertext } },
    });
  };
  assertError(await send(-4), { status: 413, code: "payload_too_large" });
  assert.equal((await send(0)).status, 201);
});
