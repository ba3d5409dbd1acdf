import { CopyField } from "#components/ui/copy-field.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import { Time } from "#components/ui/time.tsx";
import type { ConnectionResource } from "#lib/contract/gateways.ts";
import { CircuitStatus } from "./circuit-status.tsx";
import { providerLabel } from "./provider-forms.ts";

/** What is known of a connection; its credentials are shown never again. */
export function ConnectionFacts({ connection }: { connection: ConnectionResource }) {
  const { provider, account, circuit, createdAt, updatedAt } = connection;
  const { webhookUrl, lastNotificationAt } = connection;
  return (
    <div className="space-y-4">
      <KeyValues
        rows={[
          { name: "Provider", value: <strong>{providerLabel(provider)}</strong> },
          ...(account === null
            ? []
            : [{ name: "Account", value: <code className="font-mono text-xs">{account}</code> }]),
          { name: "Circuit", value: <CircuitStatus circuit={circuit} /> },
          { name: "Connected", value: <Time at={createdAt} /> },
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
        <CopyField
          label="Webhook URL"
          value={webhookUrl}
          hint={`Enter it at ${providerLabel(provider)}, then replace the credentials with the secret it gives you for it.`}
        />
      )}
    </div>
  );
}
