import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { RequestLogScreen } from "#components/request-log/request-log-screen.tsx";
import { listApiRoutes } from "#lib/service/operations.ts";

export const metadata: Metadata = { title: "Request log" };

type RequestsPageProps = { params: Promise<{ request?: string[] }> };

export default async function RequestsPage({ params }: RequestsPageProps) {
  const { request = [] } = await params;
  if (request.length > 1) notFound();
  return <RequestLogScreen routes={listApiRoutes()} />;
}
