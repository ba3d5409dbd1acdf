import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { EndpointScreen } from "#components/webhooks/endpoint-screen.tsx";
import { readWebhookExample } from "#lib/service/webhook-example.ts";

export const metadata: Metadata = { title: "Webhook endpoint" };

type EndpointPageProps = { params: Promise<{ endpointId: string; delivery?: string[] }> };

export default async function EndpointPage({ params }: EndpointPageProps) {
  const { endpointId, delivery = [] } = await params;
  if (delivery.length > 1) notFound();
  return (
    <EndpointScreen
      endpointId={decodeURIComponent(endpointId)}
      receiver={readWebhookExample("receiver.mjs")}
    />
  );
}
