import { actOf } from "#lib/audit/act.ts";
import type { SignedInMember } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { MAX_SHOP_NAMES, type Shop } from "./contract-shops.ts";
import { deleteShopName, selectShopNames, upsertShopName } from "./store-shops.ts";

/** In the order of their merchantIds. */
export async function listShopNames({ caller }: { caller: SignedInMember }): Promise<Shop[]> {
  return await selectShopNames(caller.organizationId);
}

/** Throws `conflict` for one name too many. */
export async function setShopName({
  caller,
  merchantId,
  name,
}: {
  caller: SignedInMember;
  merchantId: string;
  name: string;
}): Promise<Shop> {
  const act = actOf(caller, "shop_name.changed", { target: merchantId });
  const shop = await upsertShopName(caller.organizationId, { merchantId, name }, act);
  if (shop) return shop;
  throw new AppError("conflict", {
    message: `An organization can name ${MAX_SHOP_NAMES} shops`,
    details: "remove a name that is not needed",
  });
}

/** Throws `not_found`. */
export async function removeShopName({
  caller,
  merchantId,
}: {
  caller: SignedInMember;
  merchantId: string;
}): Promise<void> {
  const act = actOf(caller, "shop_name.changed", { target: merchantId });
  if (await deleteShopName(caller.organizationId, merchantId, act)) return;
  throw new AppError("not_found", { message: "There is no name for this merchantId" });
}
