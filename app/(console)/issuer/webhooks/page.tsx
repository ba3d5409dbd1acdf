import type { Metadata } from "next";
import { WebhooksScreen } from "#components/webhooks/webhooks-screen.tsx";
import { readWebhookExample } from "#lib/service/webhook-example.ts";

export const metadata: Metadata = { title: "Webhooks" };

export default function WebhooksPage() {
  return <WebhooksScreen receiver={readWebhookExample("receiver.mjs")} />;
}
