import { type Call, type ClientOptions, createCall } from "#lib/client/call.ts";
import type { AnyEnvironment } from "#lib/core/vocabulary.ts";
import { nameEnvironment } from "./name-environment.ts";
import { refuseCardNumbers } from "./refuse-card-numbers.ts";
import { withStepUp } from "./step-up.ts";

type PageCallOptions = Omit<ClientOptions, "baseUrl" | "apiKey"> & { environment: AnyEnvironment };

/**
 * The client's call for a page: with the session of this browser, no card number, and the step-up that the service may
 * ask for, which takes a person longer than an attempt may take.
 */
export function createPageCall({ environment, headers, ...options }: PageCallOptions): Call {
  const call = createCall({
    ...options,
    baseUrl: "",
    headers: { ...headers, ...nameEnvironment(environment) },
  });
  return async (route, input = {}, options) => {
    refuseCardNumbers(input);
    return await withStepUp(() => call(route, input, options));
  };
}
