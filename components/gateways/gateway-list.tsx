"use client";

import { Plug } from "lucide-react";
import { useState } from "react";
import { useEnvironment } from "#components/console/environment.tsx";
import { RoleNotice } from "#components/console/role-notice.tsx";
import { useMay } from "#components/console/session.tsx";
import { Button } from "#components/ui/button.tsx";
import { Loaded } from "#components/ui/loaded.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { EmptyState } from "#components/ui/states.tsx";
import { type GatewayName, gateways } from "#lib/core/vocabulary.ts";
import { builtInProvider, providersFor } from "#lib/gateways/contract-providers.ts";
import { gatewayTitles } from "#lib/gateways/contract-titles.ts";
import { ConnectDialog } from "./connect-dialog.tsx";
import { ConnectionActions } from "./connection-actions.tsx";
import { ConnectionFacts } from "./connection-facts.tsx";
import { ProviderMark } from "./provider-mark.tsx";
import { TestValues } from "./test-values.tsx";
import { type ListedConnection, useConnections } from "./use-connections.ts";

/** Each gateway of the API with the provider behind it, or a note that there is none. */
export function GatewayList() {
  return (
    <Loaded query={useConnections()} subject="the gateways" framed>
      {(connections) => (
        <>
          <RoleNotice id={NOTICE}>Connecting, testing, and disconnecting a provider</RoleNotice>
          <div className="grid gap-6 xl:grid-cols-2">
            {gateways.map((gateway) => (
              <GatewayPanel
                key={gateway}
                gateway={gateway}
                connection={connections.find((connection) => connection.gateway === gateway)}
              />
            ))}
          </div>
          <TestValues />
        </>
      )}
    </Loaded>
  );
}

const NOTICE = "gateways-notice";

type GatewayPanelProps = { gateway: GatewayName; connection: ListedConnection | undefined };

function GatewayPanel({ gateway, connection }: GatewayPanelProps) {
  const { environment } = useEnvironment();
  const [connecting, setConnecting] = useState(false);
  const disabledBy = useMay("developer") ? undefined : NOTICE;
  const providers = providersFor(gateway, environment);
  const standIn = environment === "production" ? undefined : builtInProvider.name;
  const provider = connection?.provider ?? standIn;
  return (
    <Panel
      title={gatewayTitles[gateway]}
      description={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {provider ? (
            <span className="text-ink">
              <ProviderMark provider={provider} />
            </span>
          ) : null}
          <span>
            <code className="font-mono text-xs">{gateway}</code> in API paths
          </span>
        </span>
      }
    >
      {connection ? (
        <>
          <ConnectionFacts connection={connection} />
          <ConnectionActions
            connection={connection}
            disabledBy={disabledBy}
            onReplace={() => setConnecting(true)}
          />
        </>
      ) : (
        <EmptyState
          icon={Plug}
          title="No provider connected"
          action={
            <Button
              disabled={disabledBy !== undefined}
              aria-describedby={disabledBy}
              onClick={() => setConnecting(true)}
            >
              Connect
            </Button>
          }
        >
          {environment === "production"
            ? `Payments through it are refused. Connect ${providers.map(({ title }) => title).join(" or ")} to take real ones.`
            : "Payments through it go to the sandbox, which accepts the test values below."}
        </EmptyState>
      )}
      <ConnectDialog
        gateway={gateway}
        providers={providers}
        connected={connection?.provider}
        open={connecting}
        onOpenChange={setConnecting}
      />
    </Panel>
  );
}
