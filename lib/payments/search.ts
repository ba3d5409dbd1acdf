import type { Tenant } from "#lib/core/caller.ts";
import type { ConsolePayment } from "./contract-console.ts";
import { toSelection } from "./list.ts";
import { selectPayments } from "./store/list.ts";

/** The newest payments that the list shows for this text in its search. */
export async function searchPayments({
  caller,
  text,
  limit,
}: {
  caller: Tenant;
  text: string;
  limit: number;
}): Promise<ConsolePayment[]> {
  return await selectPayments(caller, toSelection({ search: text }), limit);
}
