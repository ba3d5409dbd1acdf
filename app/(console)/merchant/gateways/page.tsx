import type { Metadata } from "next";
import { GatewayList } from "#components/gateways/gateway-list.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";

export const metadata: Metadata = { title: "Gateways" };

export default function GatewaysPage() {
  return (
    <>
      <PageHeader
        title="Gateways"
        description="The payment providers behind the API’s two gateways. Each environment has its own."
      />
      <GatewayList />
    </>
  );
}
