import type { ProviderName } from "./contract-providers.ts";
import type { Provider } from "./provider.ts";
import { sandbox } from "./sandbox/provider.ts";
import { square } from "./square/provider.ts";
import { stripe } from "./stripe/provider.ts";

/** Every payment provider there is; `contract-providers.ts` has what pages know of each. */
export const providers: Readonly<Record<ProviderName, Provider>> = { sandbox, stripe, square };

/** Takes the payments of those who connected nothing, outside production. */
export const builtIn = sandbox;

export function findProvider(name: string): Provider | undefined {
  return Object.values(providers).find(({ form }) => form.name === name);
}
