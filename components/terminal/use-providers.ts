import { useConnections } from "#components/gateways/use-connections.ts";
import { type GatewayName, gateways } from "#lib/core/vocabulary.ts";
import { type Outcome, outcomesOf } from "#lib/terminal/outcomes.ts";

/** The provider that is behind a gateway of the API right now. */
type ConnectedProvider = { name: string; outcomes: readonly Outcome[] };

export type ConnectedProviders = {
  data: Record<GatewayName, ConnectedProvider> | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => void;
};

/** Outside production a gateway that nothing is connected to is the sandbox's. */
export function useProviders(): ConnectedProviders {
  const { data: connections, error, isFetching, refetch } = useConnections();
  const providerOf = (gateway: GatewayName): ConnectedProvider => {
    const name = connections?.find((one) => one.gateway === gateway)?.provider ?? "sandbox";
    return { name, outcomes: outcomesOf(name) };
  };
  const [one, two] = gateways;
  return {
    data: connections && { [one]: providerOf(one), [two]: providerOf(two) },
    error,
    isFetching,
    refetch: () => void refetch(),
  };
}
