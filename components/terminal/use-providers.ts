import { useConnections } from "#components/gateways/use-connections.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import type { TestOutcome } from "#lib/gateways/contract-form.ts";
import { builtInProvider } from "#lib/gateways/contract-providers.ts";
import { outcomesOf } from "#lib/terminal/outcomes.ts";

/** The provider that is behind a gateway of the API right now. */
type ConnectedProvider = { name: string; outcomes: readonly TestOutcome[] };

export type ConnectedProviders = {
  data: ((gateway: GatewayName) => ConnectedProvider) | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => void;
};

/** Outside production the built-in provider stands in where nothing is connected. */
export function useProviders(): ConnectedProviders {
  const { data: connections, error, isFetching, refetch } = useConnections();
  const providerOf = (gateway: GatewayName): ConnectedProvider => {
    const connection = connections?.find((one) => one.gateway === gateway);
    const name = connection?.provider ?? builtInProvider.name;
    return { name, outcomes: outcomesOf({ gateway, provider: name }) };
  };
  return {
    data: connections && providerOf,
    error,
    isFetching,
    refetch: () => void refetch(),
  };
}
