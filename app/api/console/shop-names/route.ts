import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { listShopNamesOperation } from "#lib/organizations/contract-shops.ts";
import { listShopNames } from "#lib/organizations/shops.ts";

export const GET = endpoint(listShopNamesOperation, async ({ caller }) =>
  ok({ shops: await listShopNames({ caller }) }),
);
