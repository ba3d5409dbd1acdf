import type { GatewayName } from "#lib/core/vocabulary.ts";
import { type TestFields, type TestOutcome, testOutcomes } from "#lib/gateways/contract-form.ts";
import { findProviderForm } from "#lib/gateways/contract-providers.ts";

type Connected = { gateway: GatewayName; provider: string };

/** What a payment tells its gateway beside the receipt. */
export type GatewayFields = TestFields & { paymentMethod: string };

/** The outcomes that can be requested: a provider's own test account cannot lose answers. */
export function outcomesOf(connected: Connected): readonly TestOutcome[] {
  const fields = testFieldsOf(connected);
  return testOutcomes.filter((outcome) => fields[outcome] !== undefined);
}

/** The fields that bring the outcome about. */
export function fieldsFor(outcome: TestOutcome, connected: Connected): GatewayFields {
  return { paymentMethod: "contactless", ...testFieldsOf(connected)[outcome] };
}

function testFieldsOf({ gateway, provider }: Connected) {
  return findProviderForm(provider)?.testFields(gateway) ?? {};
}
