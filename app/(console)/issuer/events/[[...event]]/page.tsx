import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { EventsScreen } from "#components/webhooks/events-screen.tsx";

export const metadata: Metadata = { title: "Events" };

type EventsPageProps = { params: Promise<{ event?: string[] }> };

export default async function EventsPage({ params }: EventsPageProps) {
  const { event = [] } = await params;
  if (event.length > 1) notFound();
  return <EventsScreen />;
}
