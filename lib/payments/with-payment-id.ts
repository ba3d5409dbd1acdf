import { unavailable } from "./describe.ts";
import { isUnanswered } from "./store/is-unanswered.ts";

/**
 * Names the payment where the database fails from here on: an answer without the id says that nothing was
 * begun, and the customer would pay again.
 */
export async function withPaymentId<T>(id: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUnanswered(error)) throw error;
    throw unavailable({ id }, undefined, error);
  }
}
