import { operations } from "./openapi.ts";
import type { Scope } from "./scope.ts";

export type ApiRoute = { path: string; scope: Scope };

/** The paths that need a key, with what the key must allow. For the server: a page has no need of all schemas. */
export function listApiRoutes(): ApiRoute[] {
  return operations.flatMap(({ path, scope }) => (scope ? [{ path, scope }] : []));
}
