import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import {
  listShopNamesOperation,
  removeShopNameOperation,
  setShopNameOperation,
} from "#lib/organizations/contract-shops.ts";
import { listShopNames, removeShopName, setShopName } from "#lib/organizations/shops.ts";

export const GET = endpoint(listShopNamesOperation, async ({ caller }) =>
  ok({ shops: await listShopNames({ caller }) }),
);

export const PUT = endpoint(setShopNameOperation, async ({ caller, body }) =>
  ok(await setShopName({ caller, ...body })),
);

export const DELETE = endpoint(removeShopNameOperation, async ({ caller, body }) => {
  await removeShopName({ caller, ...body });
  return ok({ ...body, removed: true });
});
