import { z } from "zod";
import type { Operation } from "./operation.ts";
import { idText } from "./text.ts";

export const erasedUser = z
  .object({
    userId: z.string(),
    status: z.literal("erased"),
    erasedAt: z.iso.datetime(),
    erasedReceipts: z.int().meta({ description: "Receipts that nobody can open any more" }),
  })
  .meta({ id: "ErasedUser" });

export type ErasedUser = z.output<typeof erasedUser>;

export const eraseUserOperation = {
  operationId: "eraseUser",
  method: "DELETE",
  path: "/api/v1/users/{userId}",
  tag: "Onboarding",
  summary: "Erase a cardholder",
  description:
    "Cannot be taken back. The wrapped keys of the cardholder's receipts are destroyed, so that " +
    "nobody can open them again; they read `erased`. Nothing leads from a payment to the card any " +
    "more: the merchant keeps it as an amount, and its retries are still answered, with `keyId` " +
    "null. Unused tokens are void. The user is gone: the same call again answers 404. The card may " +
    "be registered anew, as another user.",
  scope: "onboarding:write",
  rateClass: "writes",
  params: z.object({ userId: idText }),
  response: erasedUser,
  statuses: [200],
  errors: ["not_found"],
} as const satisfies Operation;
