import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { grant, paymentBody, registerCardholder, setUpApi } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { sendRaw } from "#lib/testing/raw-request.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const KIB = 1024;
const LIMIT = 256 * KIB;
const path = "/payments/gateway_one/create";
const target = `/api/v1${path}`;

const service = setUpTestService();
const api = setUpApi(service);
let headers: Record<string, string>;
setUp(async () => {
  headers = { "X-API-Key": api.key, "Content-Type": "application/json" };
});

const invalid = { status: 400, code: "invalid_request" } as const;
const tooLarge = { status: 413, code: "payload_too_large" } as const;

/** A valid payment of exactly so many bytes. */
function bodyOfSize(bytes: number): string {
  const empty = JSON.stringify(paymentBody({ note: "" }));
  return empty.replace('"note":""', `"note":"${"n".repeat(bytes - empty.length)}"`);
}

describe("JSON", () => {
  const malformed: [string, string | Buffer][] = [
    ["nothing", ""],
    ["half an object", '{"receiptId":"r-1"'],
    ["single quotes", "{'receiptId':'r-1'}"],
    ["two documents", "{}{}"],
    ["NaN", '{"amount":NaN}'],
    ["form data", "receiptId=r-1"],
    ["a NUL after the end", `${JSON.stringify(paymentBody())}\0`],
    ["invalid UTF-8", Buffer.from('{"merchantName":"caf\xe9"}', "latin1")],
    ["overlong UTF-8", Buffer.from('{"merchantName":"\xc0\xaf"}', "latin1")],
    ["a surrogate in UTF-8", Buffer.from('{"merchantName":"\xed\xa0\x80"}', "latin1")],
    ["UTF-16", Buffer.from(JSON.stringify(paymentBody()), "utf16le")],
  ];
  for (const [name, text] of malformed) {
    test(`malformed: ${name}`, async () => {
      assertError(
        await sendRaw(service, { target, headers, pieces: [Buffer.from(text)] }),
        invalid,
      );
    });
  }

  for (const text of ["null", "[]", '"text"', "1", "true"]) {
    test(`not an object: ${text}`, async () =>
      assertError(await api.post(path, { body: text }), invalid));
  }

  const types: [string, number][] = [
    ["application/json; charset=utf-8", 201],
    ["Application/JSON", 201],
    ["text/plain", 415],
    ["application/x-www-form-urlencoded", 415],
    ["application/jsonp", 415],
    ["multipart/form-data; boundary=x", 415],
  ];
  for (const [type, status] of types) {
    test(`${type}: ${status}`, async () => {
      const answer = await api.post(path, {
        body: paymentBody(),
        headers: { "Content-Type": type },
      });
      assert.equal(answer.status, status, JSON.stringify(answer.body));
      if (status === 415) assertError(answer, { status, code: "unsupported_media_type" });
    });
  }

  test("no content type at all: 415, also before the body is too large or malformed", async () => {
    const bare = { "X-API-Key": headers["X-API-Key"] ?? "" };
    for (const body of ["{}", "{", bodyOfSize(LIMIT + 1)]) {
      const answer = await sendRaw(service, { target, headers: bare, pieces: [Buffer.from(body)] });
      assertError(answer, { status: 415, code: "unsupported_media_type" });
    }
  });
});

describe("size", () => {
  const sizes: [number, number][] = [
    [LIMIT, 201],
    [LIMIT + 1, 413],
  ];
  for (const [bytes, status] of sizes) {
    test(`${bytes} bytes with their length declared: ${status}`, async () => {
      const answer = await api.post(path, { body: bodyOfSize(bytes) });
      assert.equal(answer.status, status, JSON.stringify(answer.body));
    });

    test(`${bytes} bytes in chunks: ${status}`, async () => {
      const body = Buffer.from(bodyOfSize(bytes));
      const pieces = [body.subarray(0, 1000), body.subarray(1000)];
      const answer = await sendRaw(service, { target, headers, pieces });
      assert.equal(answer.status, status, JSON.stringify(answer.body));
    });
  }

  test("64 MiB in chunks are refused before they are all sent", async () => {
    const pieces = Array<Buffer>(1024).fill(Buffer.alloc(64 * KIB, " "));
    const answer = await sendRaw(service, { target, headers, pieces });
    assertError(answer, tooLarge);
    assert.ok(answer.sentBytes < 16 * KIB * KIB, `${answer.sentBytes} bytes were sent`);
  });

  test("a declared length of 64 MiB is refused before the first byte", async () => {
    const declared = { ...headers, "Content-Length": String(64 * KIB * KIB) };
    const answer = await sendRaw(service, {
      target,
      headers: declared,
      pieces: [Buffer.from("{")],
    });
    assertError(answer, tooLarge);
  });

  test("the service goes on after such a body", async () => {
    assert.equal((await api.post(path, { body: paymentBody() })).status, 201);
  });
});

describe("shape", () => {
  const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });
  const lists = (levels: number): unknown => (levels === 0 ? 1 : [lists(levels - 1)]);
  const keys = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n]));
  const items = (count: number, more = "", fields = 0) =>
    Array.from({ length: count }, (_, n) => ({
      ...Object.fromEntries(Array.from({ length: fields }, (_, field) => [`${more}${field}`, n])),
      lineItemId: `${n}`,
      name: "Nail",
      quantity: 1,
      unitPrice: 1,
      totalPrice: 1,
    }));

  // The body itself is the first level.
  const cases: [string, Record<string, unknown>, number][] = [
    ["objects 8 deep", { extra: nested(7) }, 201],
    ["objects 9 deep", { extra: nested(8) }, 400],
    ["lists 8 deep", { extra: lists(7) }, 201],
    ["lists 9 deep", { extra: lists(8) }, 400],
    ["500 keys in an object", { extra: keys(500) }, 201],
    ["501 keys in an object", { extra: keys(501) }, 400],
    ["501 keys in the body", keys(501), 400],
    ["500 items", { items: items(500) }, 201],
    ["501 items", { items: items(501) }, 400],
    ["500 items with 40 fields each", { items: items(500, "f", 34) }, 201],
  ];
  for (const [name, fields, status] of cases) {
    test(`${name}: ${status}`, async () => {
      const answer = await api.post(path, { body: paymentBody(fields) });
      assert.equal(answer.status, status, JSON.stringify(answer.body));
      if (status === 400) assertError(answer, { ...invalid, details: /^\S+.*: / });
    });
  }
});

describe("JSON that is refused as it is written", () => {
  const cases: [string, string, RegExp][] = [
    ["a field twice", '"receiptId":"r-2"', /^receiptId: is given more than once$/],
    ["a field of an entry twice", '"extra":[{"a":1,"a":1}]', /^extra\[0\]\.a: .*once$/],
    ["too many values", `"extra":[${"0,".repeat(25_000)}0]`, /^body: more than 25,000 values$/],
    ["a large number", '"extra":9007199254740993', /^extra: is too large: .*9007199254740991$/],
    ["a large number with a fraction", '"extra":9007199254740993.0', /^extra: is too large/],
    ["a large number with an exponent", '"extra":[12345678901234567e1]', /^extra\[0\]: is too/],
    ["a name that is a card number", '"4242424242424242":1e999', /^\(unreadable name\): is too/],
  ];
  for (const [name, json, details] of cases) {
    test(name, async () => {
      const body = JSON.stringify(paymentBody()).replace(/}$/, () => `,${json}}`);
      assertError(await api.post(path, { body }), { ...invalid, details });
    });
  }

  test("large numbers that come back as they are", async () => {
    const json = '"extra":[9007199254740994.0,1e300]';
    const body = JSON.stringify(paymentBody()).replace(/}$/, () => `,${json}}`);
    assert.equal((await api.post(path, { body })).status, 201);
  });
});

test("a hundred thousand lists in one another: 400", async () => {
  const lists = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const body = JSON.stringify(paymentBody()).replace(/}$/, `,"extra":${lists}}`);
  assertError(await api.post(path, { body }), invalid);
});

test("a __proto__ key is a field like any other and changes nothing else", async () => {
  const holder = await registerCardholder(api);
  const body = JSON.stringify(paymentBody({ recipientHashedPan: holder.hashedPan })).replace(
    /}$/,
    ',"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}}}',
  );
  const made = await api.post(path, { body });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  assert.equal("polluted" in {}, false);

  const opened = await api.post("/payments/decrypt", {
    body: {
      paymentId: made.body.data.paymentId,
      tokenId: await grant(api, holder),
      privateKey: holder.privateKey,
    },
  });
  assert.equal(opened.status, 200, JSON.stringify(opened.body));
  assert.deepEqual(Object.getOwnPropertyDescriptor(opened.body.data, "__proto__")?.value, {
    polluted: "yes",
  });
  assert.deepEqual(opened.body.data.constructor, { prototype: { polluted: "yes" } });
});
