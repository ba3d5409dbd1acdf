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
  await deleteInSteps("sandbox_notice", "due_at < $1 ORDER BY due_at", before);
}

/** How long ago the sandbox has written something down of the payment, seconds; undefined where it has not, by now. */
export async function selectSecondsSince(paymentId: string): Promise<number | undefined> {
  const row = await prisma().sandboxPayment.findUnique({ where: { paymentId } });
  return row ? (Date.now() - row.createdAt.getTime()) / 1000 : undefined;
}

export type SandboxNotice = { paymentId: string; about: string; dueAt: Date };

export async function insertNotices(notices: SandboxNotice[]): Promise<void> {
  await prisma().sandboxNotice.createMany({ data: notices, skipDuplicates: true });
}

export async function deleteNotice({ paymentId, about, dueAt }: SandboxNotice): Promise<void> {
  await prisma().sandboxNotice.deleteMany({ where: { paymentId, about, dueAt } });
}

export async function updateNotice(
  { paymentId, about, dueAt }: SandboxNotice,
  later: Date,
): Promise<void> {
  await prisma().sandboxNotice.updateMany({
    where: { paymentId, about, dueAt },
    data: { dueAt: later },
  });
}
