import assert from "node:assert/strict";
import { test } from "node:test";
import { type Environment, environments } from "#lib/core/vocabulary.ts";
import type { Provider } from "#lib/gateways/provider.ts";

type CredentialsSubject = {
  /** What the provider's schema must refuse. */
  malformed: Record<string, unknown>[];
  /** Well-formed credentials, the telling field first, and the environments that they are for. */
  accepted: [credentials: Record<string, string>, environments: readonly Environment[]][];
};

/** The tests that every provider's credentials pass. */
export function credentialsContract(
  provider: Provider,
  { malformed, accepted }: CredentialsSubject,
): void {
  const { name, gateways } = provider.form;

  test(`${name}: credentials of another shape are refused, without repeating them`, () => {
    for (const credentials of malformed) {
      for (const gateway of gateways) {
        const open = () => provider.open(credentials, { gateway, environment: "development" });
        assert.throws(open, (error: Error) => {
          assert.equal(error.name, "ZodError");
          for (const value of Object.values(credentials)) {
            assert.ok(!error.message.includes(String(value)), error.message);
          }
          return true;
        });
      }
    }
  });

  test(`${name}: credentials are for their environments, and a refusal repeats no secret`, () => {
    for (const [credentials, allowed] of accepted) {
      const [field = "", secret = ""] = Object.entries(credentials)[0] ?? [];
      for (const environment of environments) {
        const mismatch = provider.explainMismatch(credentials, environment);
        assert.equal(mismatch === undefined, allowed.includes(environment), mismatch);
        if (mismatch === undefined) continue;
        assert.ok(mismatch.startsWith(`${field}: `) && mismatch.includes(environment), mismatch);
        assert.ok(!mismatch.includes(secret));
      }
    }
  });
}
