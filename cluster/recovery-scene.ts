import {
  type ApiClient,
  createApiClient,
  registerCardholder,
  type TestCardholder,
} from "#lib/testing/api-client.ts";
import { createConsoleClient, createTestMember } from "#lib/testing/console-client.ts";
import type { Shop } from "#lib/testing/crash/shop.ts";
import { requestErasure } from "#lib/testing/request-erasure.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import type { Place } from "./around.ts";
import { type Backups, createBackups } from "./backups.ts";
import { createFailoverLoad, type FailoverLoad } from "./failover-load.ts";
import { type Answered, nameAnswer } from "./failover-scene.ts";
import { type Merchant, openClusterShop, openMerchant } from "./merchant.ts";
import { createPatroni, type PatroniCluster } from "./patroni.ts";
import type { RecoveryPrograms } from "./programs.ts";
import { openStage, type Stage } from "./stage.ts";

const INSTANCES = 2;

/** PostgreSQL under Patroni, with the machine of its backups. */
type BackedUp = PatroniCluster & { backups: Backups };

export type RecoveryScene = {
  stage: Stage<BackedUp>;
  programs: RecoveryPrograms;
  merchant: Merchant;
  api: ApiClient;
  /** What sells before the moment that is come back to, and what happens beside it. */
  shop: Shop;
  load: FailoverLoad;
  /** Answers that neither a fault nor the state of a payment explains. */
  wrong: string[];
  /** Who is erased after the moment, and the key that is revoked then. */
  doomed: { cardholder: TestCardholder; key: { id: string; secret: string }; end(): Promise<void> };
};

export async function openRecoveryScene(
  programs: RecoveryPrograms,
  parts: AsyncDisposableStack,
): Promise<RecoveryScene> {
  const stage = await openStage(
    {
      instances: INSTANCES,
      announce: (line) => console.log(`  ${line}`),
      createDatabase: (place, own) => createBackedUp(place, programs, own),
    },
    parts,
  );
  const merchant = await openMerchant(stage, parts);
  const api = createApiClient(stage.balancer, merchant.key);
  const doomed = await createDoomed(stage, merchant, api);

  const wrong: string[] = [];
  const watch = (answer: Answered) => {
    if (nameAnswer(answer) === "wrong") wrong.push(JSON.stringify(answer));
  };
  const shop = openClusterShop(stage, merchant, watch);
  const load = createFailoverLoad(stage.balancer.url, merchant, { shop, watch });
  parts.defer(async () => {
    shop.abandon();
    load.abandon();
  });
  return { stage, programs, merchant, api, shop, load, wrong, doomed };
}

async function createBackedUp(
  place: Place,
  programs: RecoveryPrograms,
  parts: AsyncDisposableStack,
): Promise<BackedUp> {
  const opening = parts.use(new AsyncDisposableStack());
  const backups = opening.use(await createBackups(place, programs.pgbackrest));
  const cluster = await createPatroni({ ...place, failoverPrograms: programs, backups }, opening);
  return {
    ...cluster,
    name: "PostgreSQL under Patroni, with pgBackRest",
    backups,
    async start() {
      await backups.start();
      await cluster.start();
      await backups.run("stanza-create");
      await backups.run("check");
    },
    [Symbol.asyncDispose]: () => opening.disposeAsync(),
  };
}

async function createDoomed(
  { balancer }: Stage,
  { organizationId, key }: Merchant,
  api: ApiClient,
): Promise<RecoveryScene["doomed"]> {
  const cardholder = await registerCardholder(api);
  await createSealedPayment(api, cardholder, { paymentMethod: "pm_card_visa" });
  const member = await createTestMember({ role: "owner", organizationId });
  const call = createConsoleClient(balancer, member);
  const created = await call("POST", "/api-keys", {
    body: { name: "Till", scopes: ["payments:read"] },
  });
  const { apiKey, secret } = created.body.data;
  return {
    cardholder,
    key: { id: apiKey.id, secret },
    async end() {
      const erased = await requestErasure(balancer, cardholder.userId, key);
      const revoked = await call("DELETE", `/api-keys/${apiKey.id}`);
      if (erased.status !== 200 || revoked.status !== 200) {
        throw new Error(`erased: ${erased.status}, revoked: ${revoked.status}`);
      }
    },
  };
}
