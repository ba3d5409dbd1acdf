import { CircleCheck, CircleDashed } from "lucide-react";
import { CopyField } from "#components/ui/copy-field.tsx";
import { StatusMark } from "#components/ui/status-mark.tsx";
import { Time } from "#components/ui/time.tsx";
import { findProviderForm } from "#lib/gateways/contract-providers.ts";
import { providerTitle } from "#lib/gateways/contract-titles.ts";
import type { ListedConnection } from "./use-connections.ts";

type WebhookSetupProps = { connection: ListedConnection; webhookUrl: string };

/** The settings at the provider for its notifications, and which of them have arrived. */
export function WebhookSetup({ connection, webhookUrl }: WebhookSetupProps) {
  const { provider, events } = connection;
  const known = findProviderForm(provider)?.setup?.events ?? [];
  return (
    <>
      <CopyField
        label="Webhook URL"
        value={webhookUrl}
        hint={`Add it at ${providerTitle(provider)} with the events below. Then choose “Replace” and enter the credentials with the signing secret that you get for it.`}
      />
      <ul aria-label="Webhook events" className="divide-y divide-dashed divide-line text-sm">
        {events.map(({ type, lastReceivedAt }) => (
          <li key={type} className="py-2.5 md:flex md:items-baseline md:gap-6">
            <div className="min-w-0 md:grow">
              <code className="font-mono text-xs break-words">{type}</code>
              <p className="text-muted">{known.find((event) => event.type === type)?.purpose}</p>
            </div>
            <div className="shrink-0">
              <EventStatus lastReceivedAt={lastReceivedAt} />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function EventStatus({ lastReceivedAt }: { lastReceivedAt: string | null }) {
  if (lastReceivedAt === null) {
    return <StatusMark look={{ word: "None yet", color: "text-muted", icon: CircleDashed }} />;
  }
  return (
    <>
      <StatusMark look={{ word: "Received", color: "text-pine", icon: CircleCheck }} />{" "}
      <Time at={lastReceivedAt} />
    </>
  );
}
