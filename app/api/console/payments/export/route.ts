import { endpoint } from "#lib/http/endpoint.ts";
import { csvFile } from "#lib/http/reply.ts";
import { exportPaymentsOperation } from "#lib/payments/contract-console.ts";
import { exportPayments } from "#lib/payments/export.ts";

export const GET = endpoint(exportPaymentsOperation, async ({ caller, query }) => {
  const { total, ...file } = await exportPayments({ caller, filters: query });
  return csvFile(file, { "X-Total-Count": String(total) });
});
