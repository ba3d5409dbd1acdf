import { gateways } from "#lib/core/vocabulary.ts";
import {
  createApiClient,
  paymentBody,
  registerCardholder,
  type TestCardholder,
} from "#lib/testing/api-client.ts";
import { openShop, type Shop, type ShopAnswer } from "#lib/testing/crash/shop.ts";
import { connectStandIns } from "#lib/testing/merchant.ts";
import { openOwnReach } from "#lib/testing/running-service.ts";
import { createTestKey, createTestOrganization } from "#lib/testing/test-service.ts";
import type { Stage } from "./stage.ts";

/** A merchant that is connected to both providers, and sells to some cardholders. */
export type Merchant = {
  organizationId: string;
  key: string;
  cards: string[];
  /** Whose cards these are. */
  cardholders: TestCardholder[];
};

const CARDS = 5;

/** Lets this process reach the database itself, and makes a merchant there. */
export async function openMerchant(stage: Stage, parts: AsyncDisposableStack): Promise<Merchant> {
  await openOwnReach(runningService(stage), parts);
  const organizationId = await createTestOrganization();
  await connectStandIns(organizationId);
  const key = await createTestKey({ organizationId });
  const api = createApiClient(stage.balancer, key);
  const cardholders = await Promise.all(
    Array.from({ length: CARDS }, () => registerCardholder(api)),
  );
  const cards = cardholders.map(({ hashedPan }) => hashedPan);
  const merchant = { organizationId, key, cards, cardholders };
  await payEverywhere(stage, merchant);
  return merchant;
}

/** The first payment through a provider that was connected just now loads its package: no part of a trial. */
async function payEverywhere({ instances }: Stage, { key, cards }: Merchant): Promise<void> {
  const shops = instances.map(({ url }) => openShop(url, key, cards));
  await Promise.all(
    shops.flatMap((shop) => gateways.map((gateway) => shop.pay(shop.sell(gateway)))),
  );
}

/** Whether each instance takes a payment now. */
export async function paysEverywhere(
  { instances }: Stage,
  { key, cards }: Merchant,
): Promise<boolean> {
  const answers = await Promise.all(
    instances.map((instance) =>
      createApiClient(instance, key)
        .post("/payments/gateway_one/create", {
          body: paymentBody({ recipientHashedPan: cards[0], paymentMethod: "pm_card_visa" }),
        })
        .catch(() => undefined),
    ),
  );
  return answers.every((answer) => answer?.status === 201);
}

/** The cluster as tests find it. */
export function runningService({ balancer, postgres, dataDir }: Stage) {
  return { url: balancer.url, databaseUrl: postgres.urlFor("sealslip"), dataDir };
}

/** A shop that sells through the balancer. */
export function openClusterShop(
  { balancer }: Stage,
  { key, cards }: Merchant,
  watch?: (answer: ShopAnswer) => void,
): Shop {
  return openShop(balancer.url, key, cards, watch);
}
