import type { Environment } from "#lib/contract/environment.ts";

const KEY = "sealslip.environment";

/**
 * What this tab looked at last, or any tab. A tab keeps to its own: what is done in one must not turn
 * another, unseen, to real data.
 */
export function readEnvironment(environments: readonly Environment[]): Environment {
  const texts = [sessionStorage.getItem(KEY), localStorage.getItem(KEY), "development"];
  const known = texts.map((text) => environments.find((name) => name === text));
  return known.find((name) => name !== undefined) ?? environments[0] ?? "development";
}

export function rememberEnvironment(environment: Environment): void {
  sessionStorage.setItem(KEY, environment);
  localStorage.setItem(KEY, environment);
}
