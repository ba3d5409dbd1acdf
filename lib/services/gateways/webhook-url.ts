import type { GatewayName } from "#lib/contract/payments.ts";

/** Where a connection's provider sends its notifications. */
export function webhookUrl({
  serviceUrl,
  gateway,
  connectionId,
}: {
  serviceUrl: string;
  gateway: GatewayName;
  connectionId: string;
}): string {
  return `${serviceUrl}/api/gateways/${gateway}/${connectionId}/webhook`;
}
