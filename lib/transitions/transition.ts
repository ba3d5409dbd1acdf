import type { PaymentStatus, ReceiptStatus, RefundStatus } from "#lib/core/vocabulary.ts";
import {
  outboxColumns,
  type PaymentEvents,
  paymentEventsPart,
  receiptIsDelivered,
} from "#lib/events/outbox.ts";

/**
 * Every status of a payment, a refund (which is a row of `payment`, too), and a receipt, and the ones that may
 * follow it. All statements that change a status are built here from this table; a test looks for others.
 */
export const transitions = {
  payment: {
    pending: ["requires_confirmation", "succeeded", "failed", "canceled"],
    requires_confirmation: ["succeeded", "failed", "canceled"],
    succeeded: [],
    failed: [],
    canceled: [],
  },
  refund: {
    pending: ["succeeded", "failed"],
    // See [Note: a refund that has ended twice].
    succeeded: ["failed"],
    failed: ["succeeded"],
  },
  receipt: {
    escrowed: ["sealed", "expired", "void"],
    sealed: ["erased", "void"],
    expired: ["void"],
    erased: ["void"],
    void: [],
  },
} as const satisfies {
  payment: Record<PaymentStatus, readonly PaymentStatus[]>;
  refund: Record<RefundStatus, readonly RefundStatus[]>;
  receipt: Record<ReceiptStatus, readonly ReceiptStatus[]>;
};

type Transitions = typeof transitions;

/** The status of a payment or a refund. Rows in another status, or whose `to` may not follow, stay as they are. */
type StatusChange = {
  [Of in "payment" | "refund"]: {
    of: Of;
    from: readonly Changing<Transitions[Of]>[];
    /** An expression of SQL. */
    to: string;
  };
}["payment" | "refund"];

/** The statuses that are not final. */
type Changing<Table> = {
  [Status in keyof Table]: Table[Status] extends readonly [] ? never : Status;
}[keyof Table];

/** What each status of the receipt becomes. */
type ReceiptChange = {
  to: { [From in keyof Transitions["receipt"]]?: Transitions["receipt"][From][number] };
  /** Columns that change with it: expressions by name. */
  set?: Record<string, string>;
  /**
   * If set, the receipt changes only when this holds, and the row is updated either way. If not set, rows whose
   * receipt is in another status are skipped.
   */
  when?: string;
};

/** What happened to a payment, for its timeline. The values are expressions of SQL over the rows of `from`. */
type PaymentEvent = {
  kind: string;
  at?: string;
  previousStatus?: string;
  declineCode?: string;
  refundedAmount?: string;
  disputeId?: string;
  /** Which of the rows it happened to; all by default. */
  when?: string;
};

type Outbox = Omit<PaymentEvents, "from">;

type Transition = {
  status?: StatusChange;
  receipt?: ReceiptChange;
  /** Columns beside the status: expressions by name, over `payment p` and `from`. */
  set?: Record<string, string>;
  /** What `where` needs beside `payment p`: a FROM item. */
  from?: string;
  where: string;
  /** Columns of `p` that `event`, `after`, and `select` need beside its tenant and id. */
  returning?: readonly string[];
  /** None where the payment's own row tells it. */
  event?: PaymentEvent;
  /** What goes into the outbox; if not set, what the new status means. */
  outbox?: Outbox;
  /** Parts of the WITH before and after the change, whose rows are `changed`. */
  before?: readonly string[];
  after?: readonly string[];
  /** Of `changed`. */
  select?: string;
};

/**
 * The one statement that changes a payment, a refund, or a receipt: it moves its status as the table allows, and
 * records what happened, for the timeline and for the outbox, together.
 */
export function transitionStatement({
  status,
  receipt,
  set = {},
  from,
  where,
  returning = [],
  event,
  outbox = newStatusEvents(status, receipt),
  before = [],
  after = [],
  select = "",
}: Transition): string {
  const columns = {
    ...(status && { status: status.to }),
    ...set,
    ...(receipt && changes(receipt)),
  };
  const assignments = Object.entries(columns).map(([name, value]) => `${name} = ${value}`);
  const conditions = [
    `(${where})`,
    ...(status ? [mayFollow(status)] : []),
    ...(receipt && receipt.when === undefined ? [isOneOf("p.receipt_status", receipt.to)] : []),
  ];
  const known = new Set([
    ...["organization_id", "environment", "id", ...returning],
    ...(outbox
      ? [...outboxColumns, ...(status?.of === "refund" ? ["refund_of", "amount"] : [])]
      : []),
  ]);
  const parts = [
    ...before,
    `changed AS (
      UPDATE payment p
      SET ${assignments.join(",\n          ")}
      ${from ? `FROM ${from}` : ""}
      WHERE ${conditions.join("\n        AND ")}
      RETURNING ${[...known].map((name) => `p.${name}`).join(", ")}
    )`,
    ...(event ? [eventPart({ from: "changed", paymentId: "id", ...event })] : []),
    ...(outbox ? [paymentEventsPart({ from: "changed", ...outbox })] : []),
    ...after,
  ];
  return `WITH ${parts.join(", ")}\n    SELECT ${select} FROM changed`;
}

/** What a new status means to those who follow events; undefined where it is nothing. */
function newStatusEvents(
  status: StatusChange | undefined,
  receipt: ReceiptChange | undefined,
): Outbox | undefined {
  const delivered = `CASE WHEN ${receiptIsDelivered} THEN 'receipt.delivered' END`;
  if (!status) {
    const isHandOver = Object.values(receipt?.to ?? {}).includes("sealed");
    return isHandOver ? { types: [delivered], isOrdered: true } : undefined;
  }
  const types = [`'${status.of}.' || status::text`, delivered];
  if (status.of === "payment") return { types };
  // As the statement finds the row: a refund may end twice. Its caller holds the lock of the sale.
  const occurrence = `(SELECT coalesce(extract(epoch FROM b.settled_at)::text, '')
                       FROM payment b WHERE b.id = changed.id)`;
  const refundedAmount = `(SELECT coalesce(sum(r.amount), 0) FROM payment r
                           WHERE r.refund_of = changed.refund_of AND r.id <> changed.id
                             AND r.status = 'succeeded')
                          + CASE WHEN status = 'succeeded' THEN amount ELSE 0 END`;
  return { types, occurrence, refundedAmount };
}

function mayFollow({ of, from, to }: StatusChange): string {
  const next: Record<string, readonly string[]> = transitions[of];
  const pairs = from.map(
    (status) => `(p.status = '${status}' AND ${to} IN (${list(next[status] ?? [])}))`,
  );
  return `(${pairs.join(" OR ")})`;
}

function changes({ to, set = {}, when }: ReceiptChange): Record<string, string> {
  const becomes = Object.entries(to).map(([status, next]) => `WHEN '${status}' THEN '${next}'`);
  const moved = `CASE p.receipt_status ${becomes.join(" ")} ELSE p.receipt_status END`;
  const all = { receipt_status: moved, ...set };
  if (when === undefined) return all;
  const ifSo = ([name, value]: [string, string]) => [
    name,
    `CASE WHEN ${when} THEN ${value} ELSE p.${name} END`,
  ];
  return Object.fromEntries(Object.entries(all).map(ifSo));
}

function isOneOf(column: string, statuses: object): string {
  return `${column} IN (${list(Object.keys(statuses))})`;
}

function list(statuses: readonly string[]): string {
  return statuses.map((status) => `'${status}'`).join(", ");
}

/** Without the wraps of its content key, for every device, a receipt can never be opened. */
export const noRecipients = {
  encrypted_key: "NULL",
  ephemeral_key: "NULL",
  other_recipients: "NULL",
} as const;

/** For a payment that no longer belongs to its card, nor to the other payments of the card. */
export const randomCardIndex = "uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())";

/** The receipt of a payment that is never paid is destroyed: nothing of its envelope is left. */
export function voidReceipt(when: string): ReceiptChange {
  return {
    to: { escrowed: "void", sealed: "void", expired: "void", erased: "void" },
    set: {
      cardholder_id: "NULL",
      key_id: "NULL",
      escrow_version: "NULL",
      ...noRecipients,
      ciphertext: "''",
    },
    when,
  };
}

/** When the cardholder could open the receipt first: it is sealed to them, and paid where `isPaid` holds from now on. */
export function deliveredWhen(isPaid: string): string {
  return `CASE WHEN ${isPaid} AND p.receipt_status = 'sealed'
               THEN coalesce(p.delivered_at, clock_timestamp()) ELSE p.delivered_at END`;
}

/**
 * A part of a WITH, named `happened`: an event for each row of `from`, which has the columns `organization_id`,
 * `environment`, and `paymentId`. One that may happen once for each payment is left out the second time.
 */
export function eventPart({
  from,
  paymentId,
  organizationId = "organization_id",
  when = "true",
  ...values
}: PaymentEvent & { from: string; paymentId: string; organizationId?: string }): string {
  const columns = {
    organization_id: organizationId,
    environment: "environment",
    payment_id: paymentId,
    kind: `(${values.kind})::text::payment_event_kind`,
    ...(values.at && { at: values.at }),
    ...(values.previousStatus && { previous_status: values.previousStatus }),
    ...(values.declineCode && { decline_code: values.declineCode }),
    ...(values.refundedAmount && { refunded_amount: values.refundedAmount }),
    ...(values.disputeId && { dispute_id: values.disputeId }),
  };
  // In the order of the payments, so that no two batches deadlock.
  return `happened AS (
      INSERT INTO payment_event (${Object.keys(columns).join(", ")})
      SELECT ${Object.values(columns).join(", ")} FROM ${from} WHERE ${when} ORDER BY ${paymentId}
      ON CONFLICT DO NOTHING
      RETURNING payment_id
    )`;
}
