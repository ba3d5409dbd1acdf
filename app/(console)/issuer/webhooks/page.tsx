import type { Metadata } from "next";
import { WebhooksScreen } from "#components/webhooks/webhooks-screen.tsx";

export const metadata: Metadata = { title: "Webhooks" };

export default function WebhooksPage() {
  return <WebhooksScreen />;
}
