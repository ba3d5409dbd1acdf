import { pool, prisma } from "#lib/storage/database.ts";
import { deleteInSteps } from "#lib/storage/delete-in-steps.ts";

type SandboxState = "paid" | "canceled";

/** What the sandbox has written down of a payment; undefined for nothing. */
export async function selectSandboxPayment(paymentId: string): Promise<SandboxState | undefined> {
  const row = await prisma().sandboxPayment.findUnique({ where: { paymentId } });
  return row?.state;
}

/** Writes the state down unless there is one, and returns the one that is there then. */
export async function insertSandboxPayment(
  paymentId: string,
  state: SandboxState,
): Promise<SandboxState> {
  await prisma().sandboxPayment.createMany({ data: { paymentId, state }, skipDuplicates: true });
  return (await selectSandboxPayment(paymentId)) ?? state;
}

export type TestRefundRow = {
  id: string;
  amount: number;
  refundReference: string | null;
  createdAt: Date;
};

/** Refunds of the payment, which the room `payments` owns: it has all that a provider would remember of them. */
export async function selectTestRefunds(paymentId: string): Promise<TestRefundRow[]> {
  const { rows } = await pool().query<TestRefundRow>(
    `SELECT id, amount, refund_reference AS "refundReference", created_at AS "createdAt"
     FROM payment WHERE refund_of = $1`,
    [paymentId],
  );
  return rows;
}

export async function deleteSandboxPaymentsBefore(before: Date): Promise<void> {
  await deleteInSteps("sandbox_payment", "created_at < $1 ORDER BY created_at", before);
}
