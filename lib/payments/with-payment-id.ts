import { isDatabaseUnavailable } from "#lib/storage/failures.ts";
import { unavailable } from "./describe.ts";

/**
 * Names the payment where the database fails from here on: an answer without the id says that nothing was
 * begun, and the customer would pay again.
 */
export async function withPaymentId<T>(id: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    throw unavailable({ id }, undefined, error);
  }
}
