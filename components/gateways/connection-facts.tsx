import { CircleCheck, CirclePause, CircleQuestionMark } from "lucide-react";
import { KeyValues } from "#components/ui/key-values.tsx";
import { type StatusLook, StatusMark } from "#components/ui/status-mark.tsx";
import { Time } from "#components/ui/time.tsx";
import { ProviderMark } from "./provider-mark.tsx";
import type { ListedConnection } from "./use-connections.ts";
import { WebhookSetup } from "./webhook-setup.tsx";

/** The facts of a connection; its credentials are never shown again. */
export function ConnectionFacts({ connection }: { connection: ListedConnection }) {
  const { provider, account, circuit, createdAt, updatedAt } = connection;
  const { webhookUrl, lastNotificationAt } = connection;
  return (
    <div className="space-y-4">
      <KeyValues
        rows={[
          {
            name: "Provider",
            stored: "gateway_connection.provider",
            value: <ProviderMark provider={provider} />,
          },
          ...(account === null
            ? []
            : [
                {
                  name: "Account",
                  stored: "gateway_connection.account" as const,
                  value: <code className="font-mono text-xs">{account}</code>,
                },
              ]),
          { name: "Circuit", value: <CircuitStatus circuit={circuit} /> },
          {
            name: "Connected",
            stored: "gateway_connection.created_at",
            value: <Time at={createdAt} />,
          },
          ...(updatedAt === createdAt
            ? []
            : [{ name: "Credentials replaced", value: <Time at={updatedAt} /> }]),
          ...(webhookUrl === null
            ? []
            : [
                {
                  name: "Last notification",
                  value:
                    lastNotificationAt === null ? "None yet" : <Time at={lastNotificationAt} />,
                },
              ]),
        ]}
      />
      {webhookUrl === null ? null : (
        <WebhookSetup connection={connection} webhookUrl={webhookUrl} />
      )}
    </div>
  );
}

type Circuit = ListedConnection["circuit"];

/** Whether payments are currently passed on to the provider. */
function CircuitStatus({ circuit }: { circuit: Circuit }) {
  return <StatusMark look={looks[circuit]} />;
}

const looks: Record<Circuit, StatusLook> = {
  closed: { word: "Closed: payments go through", color: "text-pine", icon: CircleCheck },
  half_open: { word: "Half open: trying one", color: "text-escrowed", icon: CircleQuestionMark },
  open: { word: "Open: payments are refused", color: "text-alarm", icon: CirclePause },
};
