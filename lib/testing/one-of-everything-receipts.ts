import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { encodeUtf8 } from "#lib/crypto/bytes.ts";
import { blindInput, finalizeOutput } from "#lib/crypto/oprf.ts";
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
  const escrowed = await pay({ recipientHashedPan: other.hashedPan }, 201, "gateway_two");
  await pay({ recipientHashedPan: card.hashedPan, paymentMethod: "sandbox_error" }, 503);

  const { match } = (await api.get(`/payments/gateway_one/${delivered.paymentId}`)).body.data;
  assert.equal(match.terminalId, texts.body.terminalId);

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
