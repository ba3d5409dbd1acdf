import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { RequestsScreen } from "#components/requests/requests-screen.tsx";
import { listApiRoutes } from "#lib/contract/api-routes.ts";

export const metadata: Metadata = { title: "Request log" };

type RequestsPageProps = { params: Promise<{ request?: string[] }> };

export default async function IssuerRequestsPage({ params }: RequestsPageProps) {
  const { request = [] } = await params;
  if (request.length > 1) notFound();
  return <RequestsScreen routes={listApiRoutes()} />;
}
