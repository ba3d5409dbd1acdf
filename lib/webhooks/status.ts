import { disabledReasons } from "./contract-endpoints.ts";
import {
  countEndpoints,
  countRetries,
  type EndpointState,
  selectWaiting,
  type Waiting,
} from "./store-status.ts";

type WebhookStatus = Waiting & {
  endpoints: { state: EndpointState; endpoints: number }[];
  /** Deliveries that wait for another attempt; up to 10,000 of both. */
  retries: { due: number; later: number };
};

const states: readonly EndpointState[] = [
  "enabled",
  "failing",
  ...disabledReasons.map((reason) => `disabled_${reason}` as const),
];

const nothing = { unpublishedSeconds: null, unsentSeconds: null, unsentFailingSeconds: null };

/** How far events and their deliveries are behind, over all organizations. */
export async function readWebhookStatus(): Promise<WebhookStatus> {
  const [waiting = nothing, counted, retries] = await Promise.all([
    selectWaiting(),
    countEndpoints(),
    countRetries(),
  ]);
  const countOf = (state: EndpointState) =>
    counted.find((one) => one.state === state)?.endpoints ?? 0;
  const endpoints = states.map((state) => ({ state, endpoints: countOf(state) }));
  return { ...waiting, endpoints, retries };
}
