import type { Metadata } from "next";
import { NoDemo } from "#components/visit/no-demo.tsx";
import { Visit } from "#components/visit/visit.tsx";
import { config } from "#lib/config.ts";
import { hasDemo } from "#lib/visits/visitors.ts";

export const metadata: Metadata = {
  title: "Buy a coffee, open the receipt",
  description: "The whole path of a receipt in one minute, without an account.",
};

export default async function DemoPage() {
  return (await hasDemo()) ? <Visit /> : <NoDemo signUp={config().signUp} />;
}
