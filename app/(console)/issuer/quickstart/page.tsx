import type { Metadata } from "next";
import { RegistrationQuickstart } from "#components/quickstart/quickstart.tsx";

export const metadata: Metadata = { title: "Quickstart" };

export default function IssuerQuickstartPage() {
  return <RegistrationQuickstart />;
}
