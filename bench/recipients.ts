import { createHash, generateKeyPairSync, randomUUID } from "node:crypto";
import type { BenchService } from "./bench-service.ts";
import { onStage } from "./bench-service.ts";
import { newCard, payment, registration, send } from "./fixtures.ts";
import type { Call } from "./load.ts";
import { describeMachine } from "./machine.ts";
import { fire, LEAD_SECONDS, type Measured, measure } from "./measure.ts";
import type { NextCall } from "./operations.ts";

const PACE = { connections: 16, seconds: 2.5 };
const ROUNDS = 9;
const HOLDERS = 50;

type Identifiers = Record<string, string>;

/** Creates that differ in whom they are for, one kind after another on one service; the first is what others are compared with. */
async function prepareCreates(service: BenchService): Promise<Record<string, NextCall>> {
  const rsa = await registerHolders(service, generateSpki("rsa"));
  const p256 = await registerHolders(service, generateSpki("ec"));
  return {
    "card, RSA-2048": pays(inTurn(rsa), ({ card }) => ({ recipientHashedPan: card })),
    "card, P-256": pays(inTurn(p256), ({ card }) => ({ recipientHashedPan: card })),
    "four, found by card": pays(inTurn(rsa), ({ card, phone }) => ({
      ...newIdentifiers(),
      recipientHashedPan: card,
      recipientHashedPhone: phone,
    })),
    "four, found by phone": pays(inTurn(rsa), ({ phone }) => ({
      ...newIdentifiers(),
      recipientHashedPhone: phone,
    })),
    "escrow, card": pays(newCard, (card) => ({ recipientHashedPan: card })),
    "escrow, four": pays(newIdentifiers, (identifiers) => identifiers),
  };
}

function pays<Whom>(next: () => Whom, identify: (whom: Whom) => Identifiers): () => Call {
  return () => {
    const call = payment(newCard());
    return { ...call, body: { ...(call.body as object), ...identify(next()) } };
  };
}

type Holder = { card: string; phone: string };

async function registerHolders(service: BenchService, publicKey: string): Promise<Holder[]> {
  const holders: Holder[] = [];
  while (holders.length < HOLDERS) {
    const [card, phone] = [newCard(), newCard()];
    const keys = { keyId: "bench", publicKey, privateKey: "" };
    const { userId } = await send(service, registration(card, keys));
    const body = { kind: "phone", hash: phone };
    await send(service, { method: "POST", path: `/api/v1/users/${userId}/identifiers`, body });
    holders.push({ card, phone });
  }
  return holders;
}

/** Those of an unknown person. */
function newIdentifiers(): Identifiers {
  const hash = (kind: string) =>
    createHash("sha256").update(`${kind}${randomUUID()}`).digest("hex");
  return {
    recipientHashedPan: hash("card"),
    recipientHashedPar: hash("par"),
    recipientHashedPhone: hash("phone"),
    recipientHashedEmail: hash("email"),
  };
}

function generateSpki(kind: "rsa" | "ec"): string {
  const { publicKey } =
    kind === "rsa"
      ? generateKeyPairSync("rsa", { modulusLength: 2048 })
      : generateKeyPairSync("ec", { namedCurve: "P-256" });
  return publicKey.export({ type: "spki", format: "pem" }).toString();
}

function inTurn<T>(all: readonly T[]): () => T {
  let position = 0;
  return () => {
    const one = all[position % all.length];
    if (one === undefined) throw new Error("there is nothing to take a turn");
    position += 1;
    return one;
  };
}

await onStage(async (stage) => {
  const service = await stage.start("server.ts");
  const creates = Object.entries(await prepareCreates(service));
  console.log(describeMachine());
  console.log(`${ROUNDS} rounds of ${PACE.seconds} s in turn, medians; CPU with PostgreSQL's\n`);
  for (const [, next] of creates) await fire(service, next, { ...PACE, seconds: LEAD_SECONDS * 4 });

  const measured = new Map<string, Measured[]>();
  for (let round = 0; round < ROUNDS; round++) {
    const order = creates.map((_, index) => creates[(index + round) % creates.length]);
    for (const [name, next] of order.filter((one) => one !== undefined)) {
      const rounds = measured.get(name) ?? [];
      measured.set(name, [...rounds, await measure(service, next, PACE)]);
    }
  }

  const columns = ["requests/s", "CPU ms/request", "of the first"].map((name) => name.padStart(16));
  console.log(`${"".padEnd(22)}${columns.join("")}`);
  for (const [name] of creates) {
    const first = measured.get(creates[0]?.[0] ?? "") ?? [];
    const own = measured.get(name) ?? [];
    const ratios = own.map((one, round) => cpuOf(one) / cpuOf(first[round]));
    const figures = [
      median(own.map(({ requestsPerSecond }) => requestsPerSecond)).toFixed(0),
      median(own.map(cpuOf)).toFixed(3),
      median(ratios).toFixed(3),
    ];
    console.log(`${name.padEnd(22)}${figures.map((figure) => figure.padStart(16)).join("")}`);
  }
});

function cpuOf(measured: Measured | undefined): number {
  return (measured?.cpuMsPerRequest ?? Number.NaN) + (measured?.databaseCpuMsPerRequest ?? 0);
}

function median(values: readonly number[]): number {
  const sorted = values.filter(Number.isFinite).sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
