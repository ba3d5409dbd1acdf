import { type AnyEnvironment, isOfOrganizations } from "#lib/core/vocabulary.ts";

/** The header that names it. The demo's environment has no name in a request: the session of a visit stands for it. */
export function nameEnvironment(environment: AnyEnvironment | undefined): Record<string, string> {
  return environment && isOfOrganizations(environment) ? { "X-Environment": environment } : {};
}
