import { useEnvironment } from "#components/console/environment.tsx";
import type { Environment } from "#lib/contract/environment.ts";

/** Where a first program may do what it wants: development, or what there is besides production. */
export function useTestEnvironment(): Environment | undefined {
  const { environments } = useEnvironment();
  const tests = environments.filter((environment) => environment !== "production");
  return tests.find((environment) => environment === "development") ?? tests[0];
}
