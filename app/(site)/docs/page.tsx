import type { Metadata } from "next";
import { headers } from "next/headers";
import { readOrigin } from "#app/(site)/read-origin.ts";
import { DocsHome } from "#components/docs/docs-home.tsx";
import { config } from "#lib/config.ts";

export const metadata: Metadata = {
  title: "Documentation",
  description: "Guides with working code, the API reference, the clients, and the command line.",
};

export default async function DocsPage() {
  return <DocsHome origin={config().baseUrl ?? readOrigin(await headers())} />;
}
