import { findProvider } from "./providers.ts";
import { selectConnectedProviders } from "./store.ts";

/**
 * Loads the packages of the providers that are connected, and returns their names. Nothing else of a
 * process runs meanwhile, half a second or more: better before it serves than with its first payment.
 */
export async function loadProviders(): Promise<string[]> {
  const names = await selectConnectedProviders();
  for (const name of names) await findProvider(name)?.load();
  return names;
}
