import assert from "node:assert/strict";
import { randomBytes, randomInt } from "node:crypto";
import type { IdentifierKind } from "#lib/core/vocabulary.ts";
import { encodeUtf8 } from "#lib/crypto/bytes.ts";
import { blindInput, finalizeOutput } from "#lib/crypto/oprf.ts";
import { sha256 } from "#lib/crypto/sha256.ts";
import { publishEvents } from "#lib/events/publish.ts";
import { describeEvents } from "#lib/webhooks/describe-event.ts";
import {
  type ApiClient,
  createApiClient,
  grant,
  paymentBody,
  registerCardholder,
} from "./api-client.ts";
import { sender } from "./audited-stage.ts";
import type { TestMember } from "./console-client.ts";
import { addPair, createPair } from "./device-keys.ts";
import { addIdentifier } from "./identifiers.ts";
import { createCard, type Named, unique } from "./named-secrets.ts";
import { createTestBrowser } from "./push-service-stand-in.ts";
import { type SigningPair, signRequest } from "./sign-request.ts";
import { createTestKey, type TestService } from "./test-service.ts";
import { callAsPage } from "./visit-client.ts";

const AMOUNT = 7_654_321;

/** A cardholder with receipts in each state, a wallet, and what a wallet leaves with the service. */
export async function receiptsOfEverything(
  service: TestService,
  { organizationId, cookie }: TestMember,
  signing: SigningPair,
) {
  const key = await createTestKey({ organizationId });
  const api = createApiClient(service, key);
  const card = createCard();
  const other = createCard();
  const holder = await registerCardholder(api, card.hashedPan);
  const device = await createPair("P-256");
  await addPair(api, holder, device);
  const deviceKey = Buffer.from(device.privateKey.replace(/-----[^-]+-----/g, ""), "base64");
  const known = await addIdentifiers(api, holder.userId);
  const browser = createTestBrowser();
  const endpoint = `${browser.target.endpoint}/${unique("push")}`;
  const subscribed = await callAsPage(
    service,
    "PUT",
    `/wallet/push-subscriptions/${holder.userId}`,
    {
      body: { ...browser.target, endpoint },
      headers: { Cookie: cookie, "X-Session": "wallet" },
    },
  );
  assert.equal(subscribed.status, 200, JSON.stringify(subscribed.body));
  const texts = createTexts();
  const references = {
    merchantId: unique("merchant-"),
    receiptId: unique("rcpt-"),
    transactionId: unique("txn-"),
  };
  const refundReference = unique("return-");
  const pay = async (fields: object, status: number, gateway = "gateway_one") => {
    const body = JSON.stringify(paymentBody({ ...texts.body, amount: AMOUNT, ...fields }));
    const headers = { "X-Merchant-Signature": signRequest(signing, body) };
    const answer = await api.post(`/payments/${gateway}/create`, { body, headers });
    assert.equal(answer.status, status, JSON.stringify(answer.body));
    return answer.body.data;
  };
  const delivered = await pay({ ...references, recipientHashedPan: card.hashedPan }, 201);
  const waitsFor = createIdentifiers();
  const stranger = { recipientHashedPan: other.hashedPan, ...recipientFields(waitsFor) };
  const escrowed = await pay(stranger, 201, "gateway_two");
  const claimed = await pay({ recipientHashedPan: createCard().hashedPan }, 201);
  const { claimCode } = claimed.veroMetadata;
  const claim = await api.post("/receipts/claim", { body: { claimCode, userId: holder.userId } });
  assert.equal(claim.status, 200, JSON.stringify(claim.body));
  await pay({ recipientHashedPan: card.hashedPan, paymentMethod: "sandbox_error" }, 503);

  const { match } = (await api.get(`/payments/gateway_one/${delivered.paymentId}`)).body.data;
  assert.equal(match.terminalId, texts.body.terminalId);

  // What happens from here on waits in the outbox.
  while ((await publishEvents(describeEvents)) > 0);
  const refundId = await refund(api, delivered.paymentId, { ...texts.body, refundReference });
  const tokens = [await grant(api, holder), await grant(api, holder)];
  const { paymentId } = delivered;
  const opening = { paymentId, tokenId: tokens[0], privateKey: holder.privateKey };
  const opened = await api.post("/payments/decrypt", { body: opening });
  assert.equal(opened.body.data?.merchantName, texts.body.merchantName);

  const secrets: Named = [
    ...texts.secrets,
    ["card number", card.number],
    ["card's hash", card.hashedPan],
    ["card's hash, bytes", new Uint8Array(Buffer.from(card.hashedPan, "hex"))],
    ["card number in escrow", other.number],
    ["card's hash in escrow", other.hashedPan],
    ["private key", holder.privateKey.split("\n")[5] ?? ""],
    ["private key, bytes", Buffer.from(holder.privateKey.split("\n")[9] ?? "", "base64")],
    // The number itself, which follows on 36 bytes of PKCS#8.
    ["private key of a device", deviceKey.subarray(36, 68)],
    ["private key of a device, text", device.privateKey.split("\n")[2] ?? ""],
    ["API key of the till", key],
    ["access token", tokens[0] ?? ""],
    ["unused access token", tokens[1] ?? ""],
    ["client secret", delivered.clientSecret],
    ["client secret in escrow", escrowed.clientSecret],
    ["network transaction id", match.networkTransactionId],
    ["ARN", match.acquirerReferenceNumber],
    ["claim code", escrowed.veroMetadata.claimCode],
    ["used claim code", claimCode],
    ...known.flatMap(nameIdentifier),
    ...waitsFor
      .flatMap(nameIdentifier)
      .map(([name, value]): Named[number] => [`${name} in escrow`, value]),
    ["push endpoint", endpoint],
    ["push secret", browser.target.keys.auth],
    ...(await pinOfEverything(service)),
  ];
  const readable: Named = [
    ...Object.entries(references),
    ["refund reference", refundReference],
    ["user id", holder.userId],
    ["key id", holder.keyId],
    ["key id of a device", device.keyId],
    ["payment id", paymentId],
    ["refund id", refundId],
    ["amount", String(AMOUNT)],
    ["address", "127.0.0.1"],
  ];
  return { secrets, readable };
}

type TestIdentifier = { kind: IdentifierKind; value: string; hash: string };

/** One of each kind but the card, with what the caller hashed. */
function createIdentifiers(): TestIdentifier[] {
  const reference = randomBytes(15).toString("hex").slice(0, 29).toUpperCase();
  const values = {
    par: reference,
    phone: `+4917${randomInt(10_000_000, 99_999_999)}`,
    email: `${unique("ada-")}@home.example`,
  } as const;
  return Object.entries(values).map(([kind, value]) => {
    return { kind: kind as keyof typeof values, value, hash: sha256(value).toString("hex") };
  });
}

function recipientFields(identifiers: readonly TestIdentifier[]) {
  const names = { par: "Par", phone: "Phone", email: "Email", card: "Pan", reference: "" };
  return Object.fromEntries(
    identifiers.map(({ kind, hash }) => [`recipientHashed${names[kind]}`, hash]),
  );
}

async function addIdentifiers(api: ApiClient, userId: string): Promise<TestIdentifier[]> {
  const number = unique("customer-");
  const reference = {
    kind: "reference",
    value: number,
    hash: sha256(number).toString("hex"),
  } as const;
  const identifiers = [...createIdentifiers(), reference];
  for (const { kind, hash } of identifiers) {
    const { status, body } = await addIdentifier(api, userId, kind, hash);
    assert.equal(status, 201, JSON.stringify(body));
  }
  return identifiers;
}

function nameIdentifier({ kind, value, hash }: TestIdentifier): Named {
  return [
    [kind, value],
    [`${kind}'s hash`, hash],
    [`${kind}'s hash, bytes`, new Uint8Array(Buffer.from(hash, "hex"))],
  ];
}

async function refund(api: ApiClient, paymentId: string, fields: object) {
  const note = {
    receiptId: "credit",
    transactionId: "return",
    transactionDate: "2026-11-22T10:00:00Z",
  };
  const body = { ...fields, ...note, items: [], amount: 1 };
  const answer = await api.post(`/payments/gateway_one/${paymentId}/refunds`, { body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.data.refundId as string;
}

/** Every text of a receipt that its holder alone may read. */
function createTexts() {
  const fields = {
    merchantName: unique("Bäckerei "),
    merchantStreet: unique("Hauptstraße "),
    merchantTaxId: unique("DE"),
    cardBrand: unique("brand"),
    cashier: unique("Cashier "),
    terminalId: unique("till "),
  };
  const itemName = unique("Blue pills ");
  const item = { lineItemId: "1", quantity: 1, unitPrice: AMOUNT, totalPrice: AMOUNT };
  const body = { ...fields, items: [{ ...item, name: itemName }] };
  const secrets: Named = [...Object.entries(fields), ["item", itemName]];
  return { body, secrets };
}

/** A wallet's PIN: neither it, nor what it gives, nor the proof of it. */
async function pinOfEverything(service: TestService): Promise<Named> {
  const pin = unique("pin ");
  const input = encodeUtf8(pin);
  const { blind, blinded } = blindInput(input);
  const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
  const call = sender((method, path, options) => callAsPage(service, method, path, options));
  const { pinId, evaluated } = await call("POST", "/wallet/pins", { blinded: toText(blinded) });
  const bytes = new Uint8Array(Buffer.from(evaluated, "base64url"));
  const output = finalizeOutput({ input, blind, evaluated: bytes });
  const proof = randomBytes(32);
  await call("POST", `/wallet/pins/${pinId}/confirm`, { proof: toText(proof) });
  return [
    ["PIN", pin],
    ["what the PIN gives", output],
    ["proof of the PIN", new Uint8Array(proof)],
  ];
}
