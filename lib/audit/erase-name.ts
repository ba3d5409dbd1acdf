import { AppError } from "#lib/core/errors.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import { actOfOperator } from "./act.ts";
import { recordAct } from "./record.ts";
import { deleteNames } from "./store.ts";

/**
 * Erases the stored email of removed members: of one person, by email or member id. The trails keep only the
 * id, and their chains do not change. Throws `not_found`.
 */
export async function eraseName({ person }: { person: string }): Promise<{ memberIds: string[] }> {
  return await inTransaction(async (transaction) => {
    const erased = await deleteNames(transaction, person);
    if (erased.length === 0) {
      const message = "No removed member is kept under this name; remove a member in the console";
      throw new AppError("not_found", { message });
    }
    for (const { id: target, organizationId } of erased) {
      const act = actOfOperator(organizationId, "audit.name_erased", { target });
      await recordAct(transaction, act);
    }
    return { memberIds: erased.map(({ id }) => id) };
  });
}
