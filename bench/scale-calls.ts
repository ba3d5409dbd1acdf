import { newCard, payment, registration, send } from "./fixtures.ts";
import { type Measured, measure } from "./measure.ts";
import { type NextCall, type Operation, operations, type Prepared } from "./operations.ts";
import { summarize } from "./results.ts";

const pace = { connections: 16, seconds: 2.5 };
const ROUNDS = 3;
/** More than a round registers. */
const WAITING_CARDS = 150;
const WAITING_RECEIPTS = 3;

export type CallCost = Measured & { name: string };

/** The cost of API calls beside the filled-in payments, with references r-0, r-1, and so on. */
export async function measureCalls(
  prepared: Prepared,
  { payments, holders }: { payments: number; holders: readonly string[] },
): Promise<CallCost[]> {
  const pick = (below: number) => Math.floor(Math.random() * below);
  const calls: Record<string, Pick<Operation, "prepare">> = {
    create: operations.create,
    "create, escrowed": operations.escrow,
    "list of a cardholder": {
      prepare: async () => () => get(`/api/v1/receipts/${holders[pick(holders.length)]}`),
    },
    "look-up by receiptId": {
      prepare: async () => () => get(`/api/v1/payments?receiptId=r-${pick(payments)}`),
    },
    "look-up of an unknown one": {
      prepare: async () => () => get(`/api/v1/payments?transactionId=none-${pick(payments)}`),
    },
    "look-up of a merchant without any": {
      prepare: async () => () => get(`/api/v1/payments?merchantId=none-${pick(payments)}`),
    },
    "look-up of canceled ones, of which a merchant has none": {
      prepare: async () => () => get("/api/v1/payments?merchantId=mer_7&paymentStatus=canceled"),
    },
    grant: operations.grant,
    "register, 3 receipts waiting": { prepare: prepareHandOver },
  };
  const costs: CallCost[] = [];
  for (const [name, { prepare }] of Object.entries(calls)) {
    const rounds: Measured[] = [];
    while (rounds.length < ROUNDS) {
      const next = await prepare(prepared, pace.seconds);
      rounds.push(await measure(prepared.service, next, pace));
    }
    const { lowest: _lowest, highest: _highest, ...cost } = summarize(name, rounds);
    costs.push(cost);
  }
  return costs;
}

function get(path: string) {
  return { method: "GET", path } as const;
}

/** Each registration releases the receipts in escrow for its card. */
async function prepareHandOver({ service, fixtures }: Prepared): Promise<NextCall> {
  const cards = Array.from({ length: WAITING_CARDS }, newCard);
  for (const card of cards) {
    const receipts = Array.from({ length: WAITING_RECEIPTS }, () => payment(card));
    await Promise.all(receipts.map((receipt) => send(service, receipt)));
  }
  return () => {
    const card = cards.pop();
    return card === undefined ? undefined : registration(card, fixtures.keys);
  };
}
