import type { BenchService } from "./bench-service.ts";
import {
  type Fixtures,
  grant,
  grantTokens,
  newCard,
  payment,
  registration,
  send,
} from "./fixtures.ts";
import type { Call } from "./load.ts";

export type NextCall = () => Call | undefined;

/** A service and its test data. */
export type Prepared = { service: BenchService; fixtures: Fixtures };

export type Operation = {
  title: string;
  /** The calls of one round, which lasts for about so many seconds. */
  prepare(prepared: Prepared, seconds: number): Promise<NextCall>;
  /** If the floor has a path of its own for this work. */
  floorPath?: string;
};

/** A round without tokens left ends early. */
const TOKENS_PER_SECOND = { envelope: 2_000, decrypt: 1_000 };

export const operations = {
  create: {
    title: "create, sealed",
    prepare: async ({ fixtures: { holders } }) => {
      const nextHolder = inTurn(holders);
      return () => payment(nextHolder().hashedPan);
    },
  },
  escrow: {
    title: "create, escrowed",
    prepare: async () => () => payment(newCard()),
  },
  replay: {
    title: "create, replayed",
    prepare: async ({ fixtures: { holders }, service }) => {
      const repeated = payment(holders[0]?.hashedPan ?? "");
      await send(service, repeated);
      return () => repeated;
    },
    floorPath: "/replay",
  },
  grant: {
    title: "grant access",
    prepare: async ({ fixtures: { holders } }) => {
      const nextHolder = inTurn(holders);
      return () => grant(nextHolder());
    },
  },
  envelope: {
    title: "take an envelope",
    prepare: async (prepared, seconds) =>
      await prepareAccess(prepared, {
        path: "/api/v1/payments/envelope",
        tokens: seconds * TOKENS_PER_SECOND.envelope,
      }),
  },
  decrypt: {
    title: "decrypt",
    prepare: async (prepared, seconds) =>
      await prepareAccess(prepared, {
        path: "/api/v1/payments/decrypt",
        tokens: seconds * TOKENS_PER_SECOND.decrypt,
        more: { privateKey: prepared.fixtures.keys.privateKey },
      }),
  },
  list: {
    title: "list 20 receipts",
    prepare: async ({ fixtures: { receipts } }) => {
      const nextReceipt = inTurn(receipts);
      return () => ({ method: "GET", path: `/api/v1/receipts/${nextReceipt().userId}` });
    },
  },
  register: {
    title: "register",
    prepare:
      async ({ fixtures: { keys } }) =>
      () =>
        registration(newCard(), keys),
  },
} satisfies Record<string, Operation>;

async function prepareAccess(
  { service, fixtures: { receipts } }: Prepared,
  { path, tokens, more = {} }: { path: string; tokens: number; more?: Record<string, string> },
): Promise<NextCall> {
  const [first] = receipts;
  if (!first) throw new Error("there is a receipt to open");
  const own = receipts.filter(({ userId }) => userId === first.userId);
  const nextReceipt = inTurn(own);
  const granted = await grantTokens(service, first, tokens);
  return () => {
    const tokenId = granted.pop();
    if (tokenId === undefined) return undefined;
    return { method: "POST", path, body: { paymentId: nextReceipt().paymentId, tokenId, ...more } };
  };
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
