import type { Act } from "#lib/audit/act.ts";
import { recordAct } from "#lib/audit/record.ts";
import { prisma } from "#lib/storage/database.ts";
import type { Prisma } from "#lib/storage/generated/client.ts";
import { MAX_SHOP_NAMES, type Shop } from "./contract-shops.ts";

const select = { merchantId: true, name: true, updatedAt: true } satisfies Prisma.ShopNameSelect;

export async function selectShopNames(organizationId: string): Promise<Shop[]> {
  const where = { organizationId };
  return await prisma().shopName.findMany({ where, select, orderBy: { merchantId: "asc" } });
}

/** Undefined for one name too many. */
export async function upsertShopName(
  organizationId: string,
  { merchantId, name }: Pick<Shop, "merchantId" | "name">,
  act: Act,
): Promise<Shop | undefined> {
  return await prisma().$transaction(async (tx) => {
    const known = await lockShopName(tx, organizationId, merchantId);
    if (!known && (await tx.shopName.count({ where: { organizationId } })) >= MAX_SHOP_NAMES) {
      return undefined;
    }
    const updatedAt = new Date();
    const shop = await tx.shopName.upsert({
      where: { organizationId_merchantId: { organizationId, merchantId } },
      create: { organizationId, merchantId, name, updatedAt },
      update: { name, updatedAt },
      select,
    });
    await recordAct(tx, { ...act, before: { name: known?.name ?? null }, after: { name } });
    return shop;
  });
}

/** Whether there was one. */
export async function deleteShopName(
  organizationId: string,
  merchantId: string,
  act: Act,
): Promise<boolean> {
  return await prisma().$transaction(async (tx) => {
    const known = await lockShopName(tx, organizationId, merchantId);
    if (!known) return false;
    await tx.shopName.delete({
      where: { organizationId_merchantId: { organizationId, merchantId } },
    });
    await recordAct(tx, { ...act, before: { name: known.name }, after: { name: null } });
    return true;
  });
}

async function lockShopName(
  tx: Prisma.TransactionClient,
  organizationId: string,
  merchantId: string,
): Promise<Shop | null> {
  // One change of an organization's names after the other: each sees what the trail says was there before.
  await tx.$queryRaw`SELECT 1 FROM organization WHERE id = ${organizationId} FOR UPDATE`;
  return await tx.shopName.findUnique({
    where: { organizationId_merchantId: { organizationId, merchantId } },
    select,
  });
}
