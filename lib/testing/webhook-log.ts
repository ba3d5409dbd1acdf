import { createId } from "#lib/core/ids.ts";
import type { Environment } from "#lib/core/vocabulary.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import { createSecret, sealSecret } from "#lib/webhooks/secrets.ts";
import { createTestMember } from "./console-client.ts";

export type LogTenant = { organizationId: string; environment: Environment; owner: string };

/** An organization with an owner, whom letters reach. */
export async function createLogTenant(): Promise<LogTenant> {
  const { organizationId, email } = await createTestMember({ role: "owner" });
  return { organizationId, environment: "development", owner: email };
}

export type TestEndpoint = { id: string; secret: string };

/** An endpoint that gets what is published from now on. */
export async function addEndpoint(
  { organizationId, environment }: LogTenant,
  { url, types = [] }: { url: string; types?: readonly string[] },
): Promise<TestEndpoint> {
  const id = createId("webhookEndpoint");
  const secret = createSecret();
  await beginLog();
  await pool().query(
    `INSERT INTO webhook_endpoint (id, organization_id, environment, url, types, secret, position)
     SELECT $1, $2, $3, $4, $5, $6, position FROM event_log_end`,
    [id, organizationId, environment, url, types, sealSecret(id, secret)],
  );
  return { id, secret };
}

type Events = {
  count: number;
  /** How many events share one: those of a subject follow each other. */
  perSubject?: number;
  type?: string;
  /** How long ago they happened. */
  ageMs?: number;
};

/** Events as the publisher leaves them in the log; returns their ids, in order. */
export async function appendToLog(
  { organizationId, environment }: Omit<LogTenant, "owner">,
  { count, perSubject = 1, type = "payment.succeeded", ageMs = 0 }: Events,
): Promise<string[]> {
  await beginLog();
  const { rows } = await pool().query<{ id: string }>(
    `WITH log_end AS (SELECT position AS "end" FROM event_log_end FOR UPDATE),
     moved AS (UPDATE event_log_end SET position = position + $3),
     added AS (
       INSERT INTO event (organization_id, environment, position, id, type, created_at, subject, data)
       SELECT $1, $2, l.end + n, 'evt_' || md5($1 || (l.end + n)), $5,
              now() - make_interval(secs => $6::float / 1000), 'pay_' || l.end || '_' || ((n - 1) / $4),
              json_build_object('paymentId', 'pay_' || l.end || '_' || ((n - 1) / $4), 'number', n)
       FROM log_end l, generate_series(1, $3::bigint) AS n
       RETURNING id, position)
     SELECT id FROM added ORDER BY position`,
    [organizationId, environment, count, perSubject, type, ageMs],
  );
  return rows.map(({ id }) => id);
}

/** As the first publisher does. */
async function beginLog(): Promise<void> {
  await pool().query("INSERT INTO event_log_end DEFAULT VALUES ON CONFLICT DO NOTHING");
}

/** What the sender has recorded of an endpoint's deliveries, the oldest event first. */
export async function readDeliveries(endpointId: string) {
  return await prisma().webhookDelivery.findMany({
    where: { endpointId },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
}

export async function readEndpoint(id: string) {
  return await prisma().webhookEndpoint.findUniqueOrThrow({ where: { id } });
}

/** Makes what waits due now, as if its time had come. */
export async function makeDue(endpointId: string): Promise<void> {
  await pool().query(
    "UPDATE webhook_delivery SET due_at = now() WHERE endpoint_id = $1 AND status = 'waiting'",
    [endpointId],
  );
}
