import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import { startSquareStandIn } from "#lib/gateways/square/testing/square-stand-in.ts";
import { startStripeStandIn } from "#lib/gateways/stripe/testing/stripe-stand-in.ts";
import type { StandIn } from "#lib/gateways/testing/stand-in.ts";
import { openServiceSecrets } from "#lib/secrets/open-secrets.ts";
import { connectDatabase } from "#lib/storage/connect-database.ts";
import { closeDatabase } from "#lib/storage/database.ts";
import {
  type ApiClient,
  createApiClient,
  registerCardholder,
  type TestCardholder,
} from "#lib/testing/api-client.ts";
import { connectStandIns } from "#lib/testing/merchant.ts";
import { setTestConfig } from "#lib/testing/test-config.ts";
import { createTestDatabase } from "#lib/testing/test-database.ts";
import { createTestKey, createTestOrganization } from "#lib/testing/test-service.ts";
import { createKillableServer, type KillableServer } from "./killable-server.ts";

/** A server that can be killed, a merchant connected to both providers, and some cardholders. */
export type CrashStage = AsyncDisposable & {
  organizationId: string;
  providers: Record<GatewayName, StandIn>;
  server: KillableServer;
  /** A connection of the test's own. */
  database: pg.Client;
  key: string;
  api: ApiClient;
  cardholders: TestCardholder[];
  /** How much a provider has given back for a payment. */
  refundedAmount(gateway: GatewayName, paymentId: string): number;
  /** Lets a refund that is under way at a provider come to its end. */
  completeRefund(refundId: string): void;
};

const CARDS = 5;

export async function startCrashStage(): Promise<CrashStage> {
  const parts = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), "sealslip-crash-"));
  parts.defer(() => rm(dataDir, { recursive: true }));
  const { url, drop } = await createTestDatabase();
  parts.defer(drop);
  setTestConfig({ DATA_DIR: dataDir, DATABASE_URL: url });
  connectDatabase(url);
  parts.defer(closeDatabase);
  await openServiceSecrets();
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  parts.defer(() => database.end());

  const stripe = parts.use(await startStripeStandIn());
  const square = parts.use(await startSquareStandIn());
  const server = await createKillableServer({
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    STRIPE_API_BASE: stripe.url,
    SQUARE_API_BASE: square.url,
    GATEWAY_TIMEOUT_MS: "2000",
    LOG_LEVEL: "error",
  });
  parts.defer(() => server.kill());
  await server.start();

  const organizationId = await createTestOrganization();
  await connectStandIns(organizationId);
  const key = await createTestKey({ organizationId });
  const api = createApiClient(server, key);
  const cardholders = await Promise.all(
    Array.from({ length: CARDS }, () => registerCardholder(api)),
  );
  const standIns = { gateway_one: stripe, gateway_two: square };
  return {
    organizationId,
    providers: standIns,
    server,
    database,
    key,
    api,
    cardholders,
    refundedAmount: (gateway, paymentId) => standIns[gateway].refundedAmount(paymentId),
    completeRefund: (refundId) => square.setRefund(refundId, { status: "COMPLETED" }),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}
