import { disabledReasons } from "./contract-endpoints.ts";
import {
  countEndpoints,
  countOrganizations,
  countRetries,
  type EndpointState,
  type OrganizationState,
  selectWaiting,
  type Waiting,
} from "./store-status.ts";

type WebhookStatus = Omit<Waiting, "lateOrganizations"> & {
  endpoints: { state: EndpointState; endpoints: number }[];
  /** Those with an endpoint in the state outside `development`. */
  organizations: Record<OrganizationState | "late", number>;
  /** Deliveries that wait for another attempt; up to 10,000 of both. */
  retries: { due: number; later: number };
};

const states: readonly EndpointState[] = [
  "enabled",
  "failing",
  ...disabledReasons.map((reason) => `disabled_${reason}` as const),
];

const nothing = {
  unpublishedSeconds: null,
  unsentSeconds: null,
  unsentFailingSeconds: null,
  lateOrganizations: 0,
};

/** How far events and their deliveries are behind, over all organizations. */
export async function readWebhookStatus(): Promise<WebhookStatus> {
  const [{ lateOrganizations, ...waiting } = nothing, counted, organizations, retries] =
    await Promise.all([selectWaiting(), countEndpoints(), countOrganizations(), countRetries()]);
  const countOf = (state: EndpointState) =>
    counted.find((one) => one.state === state)?.endpoints ?? 0;
  const endpoints = states.map((state) => ({ state, endpoints: countOf(state) }));
  return {
    ...waiting,
    endpoints,
    organizations: { ...organizations, late: lateOrganizations },
    retries,
  };
}
