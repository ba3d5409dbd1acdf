import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import {
  removeShopNameOperation,
  setShopNameOperation,
} from "#lib/organizations/contract-shops.ts";
import { removeShopName, setShopName } from "#lib/organizations/shops.ts";

export const PUT = endpoint(setShopNameOperation, async ({ caller, params, body }) =>
  ok(await setShopName({ caller, ...params, ...body })),
);

export const DELETE = endpoint(removeShopNameOperation, async ({ caller, params }) => {
  await removeShopName({ caller, ...params });
  return ok({ ...params, removed: true });
});
