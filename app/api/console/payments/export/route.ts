import { endpoint } from "#lib/http/endpoint.ts";
import { streamed } from "#lib/http/reply.ts";
import { exportPaymentsOperation } from "#lib/payments/contract-console.ts";
import { exportPayments } from "#lib/payments/export.ts";

export const GET = endpoint(exportPaymentsOperation, async ({ caller, query }) => {
  const { fileName, total, csv } = await exportPayments({ caller, filters: query });
  return streamed(csv, {
    "Content-Type": "text/csv; charset=utf-8; header=present",
    "Content-Disposition": `attachment; filename="${fileName}"`,
    "X-Total-Count": String(total),
  });
});
