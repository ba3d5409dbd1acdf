import type { Environment } from "#lib/core/vocabulary.ts";

type Asked = { queryKey: readonly unknown[] };

/**
 * For `placeholderData`: the answer before stays in sight while the next one is on its way, as long
 * as it is of the same environment.
 */
export function keepPreviousOf(environment: Environment) {
  return <Answer>(previous: Answer | undefined, query: Asked | undefined): Answer | undefined =>
    query?.queryKey[0] === environment ? previous : undefined;
}
