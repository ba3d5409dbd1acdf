import { MutationCache, QueryCache, QueryClient, type QueryKey } from "@tanstack/react-query";
import type { AnyEnvironment } from "#lib/core/vocabulary.ts";
import type { Route } from "./api.ts";
import { ApiError } from "./api-error.ts";

const MAX_TRIES = 3;

/** `onSignedOut` is called when the service no longer knows the session. */
export function createQueryClient({ onSignedOut }: { onSignedOut: () => void }): QueryClient {
  const watch = {
    onError: (error: Error) => {
      if (!(error instanceof ApiError)) return;
      if (error.code === "unauthorized") onSignedOut();
      // The session says so, too, once it is asked again, and the console leads there.
      if (error.code === "second_factor_required") {
        void client.invalidateQueries({ queryKey: keyOf("GET /api/console/session") });
      }
    },
  };
  const client = new QueryClient({
    queryCache: new QueryCache(watch),
    mutationCache: new MutationCache(watch),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) => failures < MAX_TRIES - 1 && isTransient(error),
        retryDelay: (failures) => 1000 * 2 ** failures,
      },
    },
  });
  return client;
}

/**
 * The error that stands in place of an answer. A later try that reached nobody leaves the answer in
 * sight; one that was refused does not.
 */
export function failureOf({ data, error }: { data: unknown; error: Error | null }): Error | null {
  return data !== undefined && isTransient(error) ? null : error;
}

/** Whether a retry may succeed: what the service refused, it refuses again. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === "no_answer" || error.status >= 500;
}

/**
 * The name of a cached answer: its environment, its operation, and what it was asked. A mutation that
 * leaves out the last part invalidates all answers of the operation. The environment comes first
 * because a switch must never show the other one's data.
 */
export function keyOf(route: Route, environment?: AnyEnvironment, input?: unknown): QueryKey {
  return input === undefined ? [environment, route] : [environment, route, input];
}

type Asked = { queryKey: readonly unknown[] };

/**
 * For `placeholderData`: the answer before stays in sight while the next one is on its way, as long
 * as it is of the same environment.
 */
export function keepPreviousOf(environment: AnyEnvironment) {
  return <Answer>(previous: Answer | undefined, query: Asked | undefined): Answer | undefined =>
    query?.queryKey[0] === environment ? previous : undefined;
}
