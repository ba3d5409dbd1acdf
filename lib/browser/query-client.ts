import { MutationCache, QueryCache, QueryClient, type QueryKey } from "@tanstack/react-query";
import { ApiError } from "#lib/client/api-error.ts";
import type { AnyEnvironment } from "#lib/core/vocabulary.ts";
import type { Route } from "./api.ts";

const MAX_TRIES = 3;

/** `onSignedOut` is called when the service no longer knows the session. */
export function createQueryClient({ onSignedOut }: { onSignedOut: () => void }): QueryClient {
  const watch = {
    onError: (error: Error) => {
      if (!(error instanceof ApiError)) return;
      if (error.code === "unauthorized") onSignedOut();
      // The refreshed session reports it too, and the console then redirects.
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
      // Offline, it fails at once and says so. By default it would wait, and be carried out hours later, when its
      // dialog is long closed.
      mutations: { networkMode: "always" },
    },
  });
  return client;
}

/**
 * The error to show in place of an answer. If a refetch did not reach the service, the previous answer stays
 * visible; if the service refused it, the error replaces the answer.
 */
export function failureOf({ data, error }: { data: unknown; error: Error | null }): Error | null {
  return data !== undefined && isTransient(error) ? null : error;
}

/** Whether a retry may succeed. What the service refused once, it refuses again. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === "no_answer" || error.status >= 500;
}

/**
 * The key of a cached answer: its environment, its operation, and its input. Without the input, a mutation
 * invalidates all answers of the operation. The environment comes first, so that switching it never shows
 * data of the other one.
 */
export function keyOf(route: Route, environment?: AnyEnvironment, input?: unknown): QueryKey {
  return input === undefined ? [environment, route] : [environment, route, input];
}

type Asked = { queryKey: readonly unknown[] };

/**
 * For `placeholderData`: keeps the previous answer visible while the next one loads, if it is of the same
 * environment.
 */
export function keepPreviousOf(environment: AnyEnvironment) {
  return <Answer>(previous: Answer | undefined, query: Asked | undefined): Answer | undefined =>
    query?.queryKey[0] === environment ? previous : undefined;
}
