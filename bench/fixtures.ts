import { createHash, randomBytes } from "node:crypto";
import { readExamples } from "#examples/read-examples.ts";
import { generateKeyPair, type KeyPairPem } from "#lib/crypto/rsa-keys.ts";
import type { BenchService } from "./bench-service.ts";
import { type Call, runLoad } from "./load.ts";

const HOLDERS = 50;
const HOLDERS_WITH_RECEIPTS = 10;
/** Of each of these: more than a page. */
const RECEIPTS = 25;

export type Holder = { hashedPan: string; userId: string; keyId: string };
export type Receipt = Holder & { paymentId: string };

/** The data before the first measured call. */
export type Fixtures = { keys: KeyPairPem; holders: Holder[]; receipts: Receipt[] };

/** Part of every reference of this run, so that none repeats one of an earlier run. */
const run = randomBytes(4).toString("hex");

let count = 0;

function nextReference(): string {
  count += 1;
  return `bench-${run}-${count}`;
}

export async function createFixtures(service: BenchService): Promise<Fixtures> {
  const keys = await generateKeyPair();
  const { keyId } = keys;
  const holders: Holder[] = [];
  while (holders.length < HOLDERS) {
    const hashedPan = newCard();
    const { userId } = await send(service, registration(hashedPan, keys));
    holders.push({ hashedPan, userId, keyId });
  }
  const receipts: Receipt[] = [];
  for (const holder of holders.slice(0, HOLDERS_WITH_RECEIPTS)) {
    for (let index = 0; index < RECEIPTS; index++) {
      const { paymentId } = await send(service, payment(holder.hashedPan));
      receipts.push({ ...holder, paymentId });
    }
  }
  return { keys, holders, receipts };
}

/** The hash of an unregistered card. */
export function newCard(): string {
  return createHash("sha256").update(nextReference()).digest("hex");
}

export function registration(hashedPan: string, { publicKey, keyId }: KeyPairPem): Call {
  const body = { hashedPan, publicKey, keyId };
  return { method: "POST", path: "/api/v1/onboarding/register", body };
}

const grocery = readExamples().find(({ name }) => name === "grocery");

/** The grocery example with its seven items, unlike any other payment. */
export function payment(recipientHashedPan: string): Call {
  const reference = nextReference();
  const names = { receiptId: reference, transactionId: reference, recipientHashedPan };
  const body = { ...grocery?.request, ...names };
  return { method: "POST", path: "/api/v1/payments/gateway_one/create", body };
}

export function grant({ userId, keyId }: Holder): Call {
  const body = { userId, keyId, consentMethod: "pin" };
  return { method: "POST", path: "/api/v1/keys/grant-access", body };
}

/** One call; returns the data of its answer. */
export async function send(
  { urls: [url], apiKey }: Pick<BenchService, "urls" | "apiKey">,
  { method, path, body }: Call,
) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { "x-api-key": apiKey, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()).data;
}

const CONNECTIONS = 16;
const MAX_SECONDS = 60;

/** A token for each call, granted as fast as the service can. */
export async function grantTokens(
  service: BenchService,
  holder: Holder,
  calls: number,
): Promise<string[]> {
  const tokens: string[] = [];
  let left = calls;
  const result = await runLoad({
    urls: service.urls.map((url) => new URL(url)),
    headers: { "X-API-Key": service.apiKey },
    next: () => {
      left -= 1;
      return left < 0 ? undefined : grant(holder);
    },
    connections: CONNECTIONS,
    seconds: MAX_SECONDS,
    onAnswer: (body) => tokens.push(JSON.parse(body).data.tokenId),
  });
  if (result.refused > 0) throw new Error(`${result.refused} grants were refused`);
  return tokens;
}
