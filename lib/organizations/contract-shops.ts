import { z } from "zod";
import { timestamp } from "#lib/core/date-time.ts";
import type { Operation } from "#lib/core/operation.ts";
import { idText } from "#lib/core/text.ts";
import { organizationName } from "./contract.ts";

/** More shops than that have no list that a person reads. */
export const MAX_SHOP_NAMES = 1_000;

const merchantId = idText.meta({ description: "As payments name the shop" });

const shop = z.object({
  merchantId: z.string(),
  name: z.string().meta({ description: "What its credit notes are headed with" }),
  updatedAt: timestamp,
});

export type Shop = z.output<typeof shop>;

const shared = {
  path: "/api/console/shop-names",
  tag: "Console",
  acrossEnvironments: true,
  statuses: [200],
} as const;

export const listShopNamesOperation = {
  ...shared,
  operationId: "listShopNames",
  method: "GET",
  summary: "The names of the organization's shops, by merchantId",
  role: "viewer",
  rateClass: "reads",
  mayBeStale: true,
  response: z.object({ shops: z.array(shop) }),
  errors: [],
} as const satisfies Operation;

// In the body, since a merchantId may have a slash.
export const setShopNameOperation = {
  ...shared,
  operationId: "setShopName",
  method: "PUT",
  summary: "Name a shop for the credit notes that the console makes",
  role: "developer",
  rateClass: "writes",
  body: z.object({ merchantId, name: organizationName }),
  response: shop,
  errors: ["conflict"],
} as const satisfies Operation;

export const removeShopNameOperation = {
  ...shared,
  operationId: "removeShopName",
  method: "DELETE",
  summary: "Forget the name of a shop",
  role: "developer",
  rateClass: "writes",
  body: z.object({ merchantId }),
  response: z.object({ merchantId: z.string(), removed: z.literal(true) }),
  errors: ["not_found"],
} as const satisfies Operation;
