import assert from "node:assert/strict";
import { createApiClient, paymentBody } from "#lib/testing/api-client.ts";
import { until } from "#lib/testing/until.ts";

/** Clients that pay without pause at whichever servers take requests, and never send anything twice. */
export type Tills = AsyncDisposable & {
  /** From now on requests go to these servers, in turn; waits for the answers of others. */
  sendTo(...servers: { url: string }[]): Promise<void>;
  /** Waits for so many more payments. */
  sell(count: number): Promise<void>;
  /** The ids of all payments, once the last has its answer; fails where any failed. */
  close(): Promise<string[]>;
};

const TILLS = 4;

export function openTills(key: string): Tills {
  const state = { servers: [] as { url: string }[], turn: 0, isOpen: true };
  const waiting = new Map<{ url: string }, number>();
  const paid: string[] = [];
  const failures: string[] = [];

  async function serve(): Promise<void> {
    while (state.isOpen && failures.length === 0) {
      state.turn += 1;
      const server = state.servers[state.turn % state.servers.length];
      if (!server) return;
      await pay(server);
    }
  }

  async function pay(server: { url: string }): Promise<void> {
    waiting.set(server, (waiting.get(server) ?? 0) + 1);
    try {
      const api = createApiClient(server, key);
      const { status, body } = await api.post("/payments/gateway_one/create", {
        body: paymentBody(),
      });
      const paymentId = body.data?.paymentId;
      if (status !== 201) return void failures.push(`create ${status}: ${JSON.stringify(body)}`);
      paid.push(paymentId);
      const read = await api.get(`/payments/gateway_one/${paymentId}`);
      if (read.status !== 200) failures.push(`read ${read.status}: ${JSON.stringify(read.body)}`);
    } catch (error) {
      failures.push(String(error));
    } finally {
      waiting.set(server, (waiting.get(server) ?? 0) - 1);
    }
  }

  const tills: Promise<void>[] = [];
  const end = async () => {
    state.isOpen = false;
    await Promise.all(tills);
  };
  return {
    async sendTo(...servers) {
      state.servers = servers;
      while (tills.length < TILLS) tills.push(serve());
      const isBusy = ([server, count]: [{ url: string }, number]) =>
        count > 0 && !servers.includes(server);
      await until(async () => ![...waiting].some(isBusy));
    },
    async sell(count) {
      const goal = paid.length + count;
      await until(async () => paid.length >= goal || failures.length > 0);
      assert.deepEqual(failures, []);
    },
    async close() {
      await end();
      assert.deepEqual(failures, []);
      return paid;
    },
    [Symbol.asyncDispose]: end,
  };
}
