import { createSecretKey } from "node:crypto";
import type pg from "pg";
import type { StandIn, StandInRequest } from "#lib/gateways/testing/stand-in.ts";
import { identifyPayment } from "#lib/payments/idempotency.ts";
import { countWaiting } from "#lib/testing/count-waiting.ts";
import { until } from "#lib/testing/until.ts";
import type { KillableServer } from "./killable-server.ts";
import type { Sale, Shop } from "./shop.ts";

export type Scene = {
  server: KillableServer;
  shop: Shop;
  sale: Sale;
  provider: StandIn;
  /** A connection of the test's own. */
  database: pg.Client;
  organizationId: string;
};

/** How often each step of `killPoints` comes, at either gateway in turn. */
export const crashTurns = process.env.LONG_TESTS ? 4 : 1;

/** The steps of creation, and how the server is killed just there; it is dead when they return. */
export const killPoints: Record<string, (scene: Scene) => Promise<void>> = {
  async "while the intent is written"({ server, shop, sale, database, organizationId }) {
    // An insert of the same key waits until it is known whether this one stays.
    await database.query("BEGIN");
    await database.query(
      `INSERT INTO idempotency_record (
         organization_id, environment, key_hash, fingerprint, key_version, card_index, payment_id,
         created_at)
       VALUES ($1, 'development', $2, '', 1, '', '', now())`,
      [organizationId, naturalKeyHash(sale)],
    );
    await sendUntil(
      { shop, sale },
      until(async () => (await countWaiting(database)) > 0),
    );
    await killWaiting(server, database);
  },

  async "after the intent"({ server, shop, sale, provider }) {
    await sendUntil({ shop, sale }, provider.hold(concerns(sale)));
    await server.kill();
  },

  async "while the provider answers"({ server, shop, sale, provider }) {
    await reachAnswer({ shop, sale, provider });
    await server.kill();
  },

  async "before the update"({ server, shop, sale, provider, database }) {
    const held = await reachAnswer({ shop, sale, provider });
    await database.query("BEGIN");
    await database.query("SELECT FROM payment WHERE receipt_id = $1 FOR UPDATE", [sale.receiptId]);
    held.answer();
    await until(async () => (await countWaiting(database)) > 0);
    await killWaiting(server, database);
  },

  async "after the update"({ server, shop, sale, provider, database }) {
    const held = await reachAnswer({ shop, sale, provider });
    held.answer();
    await until(async () => {
      const { rows } = await database.query("SELECT status FROM payment WHERE receipt_id = $1", [
        sale.receiptId,
      ]);
      return rows[0]?.status === "succeeded";
    });
    await server.kill();
  },

  async "while the payment is finished after a crash"({ server, shop, sale, provider }) {
    await sendUntil({ shop, sale }, provider.hold(concerns(sale)));
    await server.kill();
    const second = provider.hold(concerns(sale));
    await server.start();
    (await second).carryOut();
    await server.kill();
  },
};

function naturalKeyHash({ gateway, request }: Sale): Buffer {
  const anyKey = new Map([[1, createSecretKey(new Uint8Array(32))]]);
  return identifyPayment(gateway, request, undefined, { keys: anyKey }).naturalKeyHash;
}

/** Sends the sale, again where a slow start of the server refused it, until it has got that far. */
async function sendUntil<T>(
  { shop, sale }: Pick<Scene, "shop" | "sale">,
  arrival: Promise<T>,
): Promise<T> {
  const state = { hasArrived: false };
  const keepSending = async () => {
    // Refused at the door, it was not interrupted: nothing of it is there to be finished.
    while (!(await shop.send(sale)) && !state.hasArrived) sale.interruptions = 0;
  };
  void keepSending();
  const arrived = await arrival;
  state.hasArrived = true;
  return arrived;
}

/** The sale's charge is made, and the answer to it is held. */
async function reachAnswer({ shop, sale, provider }: Pick<Scene, "shop" | "sale" | "provider">) {
  const held = await sendUntil({ shop, sale }, provider.hold(concerns(sale)));
  if (!held.path.endsWith("/orders")) {
    held.carryOut();
    return held;
  }

  // Square takes an order first, and money with the second call.
  const { reference_id: paymentId } = JSON.parse(held.body).order;
  const second = provider.hold(
    ({ path, body }) => path.endsWith("/payments") && body.includes(paymentId),
  );
  held.answer();
  const payment = await second;
  payment.carryOut();
  return payment;
}

/** A request that charges for the sale, or looks for its charge by the total. */
function concerns({ receiptId, amount }: Sale) {
  return ({ method, query, body }: StandInRequest) =>
    body.includes(receiptId) || (method === "GET" && query.get("total") === String(amount));
}

/**
 * Kills the server, and what it asked the database for: a statement that waits for a lock outlives the
 * process that sent it. Ends the transaction that holds the lock.
 */
export async function killWaiting(server: KillableServer, database: pg.Client): Promise<void> {
  await server.kill();
  await database.query("SELECT pg_stat_clear_snapshot()");
  await database.query(
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  await database.query("ROLLBACK");
}
