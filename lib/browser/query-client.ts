import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";

const MOST_TRIES = 3;

/** `onSignedOut` is called when the service no longer knows the session. */
export function createQueryClient({ onSignedOut }: { onSignedOut: () => void }): QueryClient {
  const watch = {
    onError: (error: Error) => {
      if (error instanceof ApiError && error.code === "unauthorized") onSignedOut();
    },
  };
  return new QueryClient({
    queryCache: new QueryCache(watch),
    mutationCache: new MutationCache(watch),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) => failures < MOST_TRIES - 1 && mayPass(error),
        retryDelay: (failures) => 1000 * 2 ** failures,
      },
    },
  });
}

/** Whether the same question may get another answer: what the service refused, it refuses again. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === "no_answer" || error.status >= 500;
}
