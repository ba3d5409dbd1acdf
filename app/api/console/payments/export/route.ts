import { exportPaymentsOperation } from "#lib/contract/console-payments.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { streamed } from "#lib/http/reply.ts";
import { exportPayments } from "#lib/services/console/export-payments.ts";

export const GET = endpoint(exportPaymentsOperation, async ({ caller, query }) => {
  const { fileName, total, csv } = await exportPayments({ caller, filters: query });
  return streamed(csv, {
    "Content-Type": "text/csv; charset=utf-8; header=present",
    "Content-Disposition": `attachment; filename="${fileName}"`,
    "X-Total-Count": String(total),
  });
});
