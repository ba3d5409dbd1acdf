import { pool } from "#lib/storage/database.ts";
import { createApiClient } from "#lib/testing/api-client.ts";
import type { Shop } from "#lib/testing/crash/shop.ts";
import { startWebhookReceiver, type WebhookReceiver } from "#lib/testing/webhook-receiver.ts";
import type { Place } from "./around.ts";
import type { Standing } from "./database.ts";
import { listEvents } from "./failover-books.ts";
import { createFailoverLoad, type FailoverLoad } from "./failover-load.ts";
import { type Merchant, openClusterShop, openMerchant } from "./merchant.ts";
import { openStage, type Stage } from "./stage.ts";

const INSTANCES = 2;
const TILLS = 2;

/** What callers saw since it was last cleared. */
type Seen = {
  paid: number;
  refused: number;
  unanswered: number;
  /** What neither a fault nor the state of a payment explains. */
  wrong: string[];
  paidAt: number[];
};

export type FailoverScene<D extends Standing = Standing> = {
  stage: Stage<D>;
  merchant: Merchant;
  shop: Shop;
  load: FailoverLoad;
  receiver: WebhookReceiver;
  /** Events of before the endpoint of webhooks. */
  earlier: ReadonlySet<string>;
  seen: Seen;
};

type Options<D extends Standing> = {
  createDatabase: (place: Place, parts: AsyncDisposableStack) => Promise<D>;
  /** Whether the service reaches PostgreSQL without PgBouncer. */
  isDirect?: boolean;
};

/** The service on that PostgreSQL, with all kinds of calls that go on from now. */
export async function openFailoverScene<D extends Standing>(
  { createDatabase, isDirect = false }: Options<D>,
  parts: AsyncDisposableStack,
): Promise<FailoverScene<D>> {
  const stage = await openStage(
    {
      instances: INSTANCES,
      announce: (line) => console.log(`  ${line}`),
      createDatabase,
      isDirect,
      env: {
        ALLOW_IN_PRODUCTION: "plain-base-url,private-webhooks",
        WEBHOOK_ALLOW_PRIVATE: "1",
      },
    },
    parts,
  );
  console.log(`  ${isDirect ? "past pgbouncer" : `pgbouncer pools by ${stage.pooler.pooling}`}`);
  const merchant = await openMerchant(stage, parts);
  const receiver = parts.use(await startWebhookReceiver());
  const earlier = await listEvents(pool());
  await createApiClient(stage.balancer, merchant.key).call("POST /api/v1/webhook-endpoints", {
    body: { url: `${receiver.url}/events` },
  });

  const seen: Seen = { paid: 0, refused: 0, unanswered: 0, wrong: [], paidAt: [] };
  const note = (answer: Answered) => {
    const kind = nameAnswer(answer);
    if (kind === "wrong") seen.wrong.push(JSON.stringify(answer));
    else seen[kind] += 1;
  };
  const shop = openClusterShop(stage, merchant, (answer) => {
    note(answer);
    if (nameAnswer(answer) === "paid") seen.paidAt.push(performance.now());
  });
  const load = createFailoverLoad(stage.balancer.url, merchant, {
    shop,
    watch: (answer) => {
      if (nameAnswer(answer) !== "paid") note(answer);
    },
  });
  parts.defer(async () => {
    shop.abandon();
    load.abandon();
  });
  shop.open(TILLS);
  load.open();
  return { stage, merchant, shop, load, receiver, earlier, seen };
}

export type Answered = { status?: number | undefined; retryAfter?: string | undefined };

/** What kind of answer it is. */
export function nameAnswer({
  status,
  retryAfter,
}: Answered): "paid" | "refused" | "unanswered" | "wrong" {
  if (status === undefined) return "unanswered";
  // 429: all that waited for the database come again at the same moment, with one key.
  if ((status === 503 || status === 429) && retryAfter !== undefined) return "refused";
  return status < 300 ? "paid" : "wrong";
}
