import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import type { Match } from "#lib/receipts/contract-match.ts";
import { flushRequestLog } from "#lib/request-log/record.ts";
import { pool } from "#lib/storage/database.ts";
import {
  type Answer,
  grant,
  paymentBody,
  randomHashedPan,
  registerCardholder,
  setUpApi,
  type TestCardholder,
} from "#lib/testing/api-client.ts";
import { dumpDatabase } from "#lib/testing/dump-database.ts";
import { findSecrets } from "#lib/testing/find-secrets.ts";
import { asOwner } from "#lib/testing/test-database.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const api = setUpApi(service);

// No digits: twelve of them can pass for a card number, and a receipt that contains one is refused.
const unique = (text: string) => `${text}${randomBytes(9).toString("hex").replaceAll(/\d/g, "x")}`;

/** Every text of a receipt that its holder alone may read. */
const privateTexts = {
  merchantName: unique("Bäckerei "),
  merchantStreet: unique("Hauptstraße "),
  merchantCity: unique("City "),
  merchantTaxId: unique("DE"),
  merchantContactEmail: unique("shop@"),
  cardBrand: unique("brand"),
  paymentMethod: unique("pm_"),
  cardNonce: unique("cnon:"),
};
const terminalId = unique("till ");
const itemName = unique("Blue pills ");
const itemNote = unique("gift for ");
const unknownField = unique("unknown ");

const receipt = (fields: Record<string, unknown>) =>
  paymentBody({
    ...privateTexts,
    terminalId,
    items: [
      { lineItemId: "1", name: itemName, quantity: 1, unitPrice: 9, totalPrice: 9, note: itemNote },
    ],
    extra: { deep: [unknownField] },
    ...fields,
  });

const errors: Answer[] = [];
const successes: Answer[] = [];

async function send(path: string, body: unknown, options: Record<string, unknown> = {}) {
  const answer = await api.post(path, { body, ...options });
  (answer.status < 300 ? successes : errors).push(answer);
  return answer;
}

/** Everything that a key can do well: sealed and escrowed, opened on the server and on the device. */
async function liveThroughIt() {
  const escrowedPan = randomHashedPan();
  const [par, phone, email, reference] = identifierHashes;
  const others = {
    recipientHashedPar: par,
    recipientHashedPhone: phone,
    recipientHashedEmail: email,
  };
  const first = await send(
    "/payments/gateway_two/create",
    receipt({ amount: 9, recipientHashedPan: escrowedPan, ...others }),
    {
      headers: { "Idempotency-Key": idempotencyKey },
    },
  );
  assert.equal(first.status, 201, JSON.stringify(first.body));
  const holder = await registerCardholder(api, escrowedPan);
  const kinds = { par, phone, email, reference };
  for (const [kind, hash] of Object.entries(kinds)) {
    const added = await send(`/users/${holder.userId}/identifiers`, { kind, hash });
    assert.equal(added.status, 201, JSON.stringify(added.body));
    assert.equal((await send("/users/find", { kind, hash })).status, 200);
  }
  const claimable = await send("/payments/gateway_one/create", receipt({}));
  const { claimCode } = claimable.body.data.veroMetadata;
  const unclaimed = await send("/payments/gateway_one/create", receipt({}));
  const claim = await send("/receipts/claim", { claimCode, userId: holder.userId });
  assert.equal(claim.status, 200, JSON.stringify(claim.body));
  const second = await send(
    "/payments/gateway_one/create",
    receipt({ recipientHashedPan: escrowedPan.toUpperCase(), recipientHashedPar: par }),
  );

  const tokens = [await grant(api, holder), await grant(api, holder), await grant(api, holder)];
  const [firstToken, secondToken] = tokens;
  const { privateKey } = holder;
  const opened = await send("/payments/decrypt", {
    paymentId: first.body.data.paymentId,
    tokenId: firstToken,
    privateKey,
  });
  assert.equal(opened.status, 200, JSON.stringify(opened.body));
  assert.equal(opened.body.data.merchantName, privateTexts.merchantName);
  const { paymentId } = second.body.data;
  assert.equal((await send("/payments/envelope", { paymentId, tokenId: secondToken })).status, 200);
  const { receipts } = (await api.get(`/receipts/${holder.userId}`)).body.data;
  assert.equal(receipts.length, 3);
  return {
    holder,
    tokens,
    paymentId,
    clientSecrets: [first, second].map((a) => a.body.data.clientSecret),
    // Five digits of an authorization code may be anywhere.
    matches: receipts.flatMap(({ match }: { match: Match }) => {
      assert.equal(match.terminalId, terminalId);
      return [match.networkTransactionId, match.acquirerReferenceNumber];
    }),
    claimCodes: [claimCode, unclaimed.body.data.veroMetadata.claimCode] as string[],
  };
}

/** Of an account reference, a phone number, an address, and a customer number. */
const identifierHashes = Array.from({ length: 4 }, () => randomHashedPan());

const idempotencyKey = unique("idempotency-");

/** The same secrets in every wrong place. */
async function failWithIt(
  holder: TestCardholder,
  { tokenId, paymentId, claimCode }: { tokenId: string; paymentId: string; claimCode: string },
) {
  const { hashedPan, privateKey, keyId } = holder;
  const other = await registerCardholder(api);
  await send("/payments/gateway_one/create", receipt({ recipientHashedPan: `${hashedPan}0` }));
  await send(
    "/payments/gateway_one/create",
    receipt({ amount: hashedPan, currency: unknownField }),
  );
  await send("/payments/gateway_one/create", receipt({ note: `${hashedPan}${unknownField}\0` }));
  await send("/payments/gateway_one/create", `{"merchantName":"${itemName}", ${hashedPan}`);
  await send("/payments/gateway_one/create", receipt({ paymentMethod: "pm_card_chargeDeclined" }));
  await send("/payments/gateway_one/create", receipt({ paymentMethod: "sandbox_error" }));
  await send("/payments/gateway_one/create", receipt({}), {
    headers: { "Idempotency-Key": idempotencyKey },
  });
  await send(`/payments/${hashedPan}/create`, receipt({}));
  await send("/onboarding/register", { hashedPan, publicKey: privateKey, keyId });
  await send("/onboarding/register", { hashedPan, publicKey: other.publicKey, keyId });
  const [par = "", phone = "", email = ""] = identifierHashes;
  const { userId } = other;
  await send("/payments/gateway_one/create", receipt({ recipientHashedPar: `${par}0` }));
  await send("/payments/gateway_one/create", receipt({ recipientHashedEmail: `${email}@` }));
  await send(`/users/${userId}/identifiers`, { kind: "phone", hash: phone });
  await send(`/users/${userId}/identifiers`, { kind: phone, hash: `+${phone}` });
  await send("/users/find", { kind: "email", hash: phone });
  await send("/receipts/claim", { claimCode, userId });
  await send("/receipts/claim", { claimCode: `${claimCode}0`, userId: par });
  await send("/keys/grant-access", { userId: hashedPan, keyId: privateKey.slice(30, 90) });
  await send("/payments/decrypt", { paymentId, tokenId, privateKey: other.privateKey });
  await send("/payments/decrypt", { paymentId, tokenId, privateKey: privateKey.slice(0, -200) });
  await send("/payments/decrypt", { paymentId, tokenId: `${tokenId}0`, privateKey });
  await send("/payments/decrypt", privateKey, { headers: { "Content-Type": "text/plain" } });
  await send("/payments/decrypt", {}, { key: `${api.key}0` });
  errors.push(await api.get(`/receipts/${hashedPan}?cursor=${tokenId}`));
  errors.push(await api.get(`/${hashedPan}/${tokenId}`));

  await asOwner(service.databaseUrl, "ALTER TABLE idempotency_record RENAME TO away");
  const broken = await send(
    "/payments/gateway_one/create",
    receipt({ recipientHashedPan: hashedPan }),
  );
  assert.equal(broken.status, 500);
  await asOwner(service.databaseUrl, "ALTER TABLE away RENAME TO idempotency_record");
}

/** `\x…` is how the database writes bytes; what they spell counts too. */
function withDecodedBytes(dump: string): string {
  const decoded = [...dump.matchAll(/\\x([0-9a-f]+)/g)].flatMap(([, hex = ""]) => {
    const bytes = Buffer.from(hex, "hex");
    return [bytes.toString("latin1"), bytes.toString("utf8")];
  });
  return [dump, ...decoded].join("\n");
}

test("no secret is in the log, in any table or in an error", async () => {
  const { holder, tokens, paymentId, clientSecrets, matches, claimCodes } = await liveThroughIt();
  const [claimCode = ""] = claimCodes;
  await failWithIt(holder, { tokenId: tokens[2] ?? "", paymentId, claimCode });
  assert.ok(errors.every(({ status }) => status >= 400) && errors.length >= 18);
  assert.ok(new Set(errors.map(({ status }) => status)).size >= 8);

  const pemLines = holder.privateKey
    .split("\n")
    .filter((line) => line && !line.startsWith("-----"));
  const secrets = [
    holder.hashedPan,
    ...pemLines,
    api.key,
    ...tokens,
    ...clientSecrets,
    ...matches,
    terminalId,
    ...claimCodes,
    ...identifierHashes,
    ...Object.values(privateTexts),
    itemName,
    itemNote,
    unknownField,
    idempotencyKey,
  ];
  assert.ok(pemLines.length > 20);

  await flushRequestLog();
  const { rows } = await pool().query("SELECT count(*) FROM request_log");
  assert.ok(rows[0].count > 20);
  const dump = await dumpDatabase();
  // The search finds what is there.
  assert.ok(dump.includes(paymentId) && service.logLines.join("").includes("/api/v1/payments"));
  assert.deepEqual(findSecrets(withDecodedBytes(dump), secrets), []);
  assert.deepEqual(findSecrets(service.logLines.join("\n"), secrets), []);
  assert.deepEqual(
    findSecrets(JSON.stringify(errors.map((e) => [e.body, [...e.headers]])), secrets),
    [],
  );
});

test("an answer tells no secret that was not asked for", () => {
  const secrets = successes.map(({ body }) => JSON.stringify(body)).join("\n");
  assert.deepEqual(findSecrets(secrets, [api.key, privateTexts.cardNonce, idempotencyKey]), []);
});
