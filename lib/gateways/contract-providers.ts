import type { Environment, GatewayName } from "#lib/core/vocabulary.ts";
import type { ProviderForm } from "./contract-form.ts";
import { sandboxForm } from "./sandbox/contract.ts";
import { squareForm } from "./square/contract.ts";
import { stripeForm } from "./stripe/contract.ts";

/** What pages know of the providers, in the order in which they are offered. */
const forms = [stripeForm, squareForm, sandboxForm] as const;

export type ProviderName = (typeof forms)[number]["name"];

export const providerForms: readonly ProviderForm[] = forms;

/** Stands in, outside production, where nothing is connected. */
export const builtInProvider: ProviderForm = sandboxForm;

/** The providers that a gateway can be connected to; production takes real payments only. */
export function providersFor(gateway: GatewayName, environment: Environment): ProviderForm[] {
  return providerForms.filter(
    ({ gateways, builtIn }) =>
      gateways.includes(gateway) && !(builtIn && environment === "production"),
  );
}

export function findProviderForm(name: string): ProviderForm | undefined {
  return providerForms.find((form) => form.name === name);
}
