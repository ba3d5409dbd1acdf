/**
 * Where each table would be kept if one primary were not enough, on Citus or an engine like it:
 *
 * - `{ by, group }`: its rows are spread over shards by one column, which never changes and is never null. Equal values
 *   of the tables of one group are on one shard.
 * - `reference`: a copy on each machine, for what grows with cardholders and organizations instead of payments.
 * - `local`: on the coordinator.
 *
 * Nothing of this runs anywhere. docs/scaling.md tells the reasons; tests keep it true of the schema and the statements.
 */
export type Place = { by: string; group: string } | "reference" | "local";

/** By table. */
export const distribution: Record<string, Place> = {
  payment: { by: "id", group: "payment" },
  pending_payment: { by: "payment_id", group: "payment" },
  payment_event: { by: "payment_id", group: "payment" },
  escrow_identifier: { by: "payment_id", group: "payment" },
  event_outbox: { by: "payment_id", group: "payment" },
  idempotency_record: { by: "key_hash", group: "key" },
  claim_code: { by: "hash", group: "claim" },
  access_token: { by: "hash", group: "token" },
  audit_entry: { by: "id", group: "entry" },
  audit_pending: { by: "entry_id", group: "entry" },
  audit_link: { by: "organization_id", group: "organization" },
  payment_sum: { by: "organization_id", group: "organization" },
  event: { by: "organization_id", group: "organization" },
  request_log: { by: "request_id", group: "request" },

  organization: "reference",
  cardholder: "reference",
  cardholder_key: "reference",
  cardholder_identifier: "reference",

  // Grows with members, merchants, and their settings.
  member: "local",
  session: "local",
  device_login: "local",
  passkey: "local",
  passkey_challenge: "local",
  recovery_code: "local",
  invitation: "local",
  email_confirmation: "local",
  second_factor_reset: "local",
  sign_up: "local",
  password_reset: "local",
  mail: "local",
  mail_bounce: "local",
  api_key: "local",
  key_notice: "local",
  signing_key: "local",
  signature_requirement: "local",
  refund_limit: "local",
  shop_name: "local",
  gateway_connection: "local",
  gateway_event: "local",
  gateway_event_type: "local",
  webhook_endpoint: "local",
  webhook_delivery: "local",

  // Grows with cardholders, and no payment waits for it.
  pairing: "local",
  push_subscription: "local",
  pin_share: "local",
  erasure: "local",
  audit_name: "local",
  audit_anchor: "local",

  // One row, a few, or none outside of the sandbox and the demo.
  payment_sum_progress: "local",
  event_log_end: "local",
  event_mark: "local",
  escrow_key: "local",
  keyring_check: "local",
  fingerprint_key: "local",
  key_move: "local",
  job_run: "local",
  restore: "local",
  service_process: "local",
  sandbox_payment: "local",
  sandbox_notice: "local",
  visit: "local",
  visit_token: "local",
  visit_card: "local",
  demo_organization: "local",
  demo_item: "local",
  demo_step: "local",
  _prisma_migrations: "local",
};

/** What does not fit, and what would take its place. */
export type Misfit = { names: readonly string[]; why: string; instead: string };

/** Unique indexes without the column of their table, which no machine could check alone; by name. */
export const misfitKeys: readonly Misfit[] = [
  {
    names: ["event_outbox_pkey"],
    why: "The sequence of the outbox is one for the whole service.",
    instead:
      "The key (payment_id, sequence), and a publisher for each machine: what an event waits for, the end of older transactions, is known to one machine alone.",
  },
  {
    names: ["event_id_key"],
    why: "The id of an event is unique in the whole log, so that none is published twice.",
    instead:
      "The key (organization_id, id): an id follows from a payment or cardholder, which has one organization.",
  },
  {
    names: ["audit_link_entry_id_key"],
    why: "An entry has one place in one chain.",
    instead:
      "The key (organization_id, entry_id): an entry is in the trail of one organization, which the row names, too.",
  },
];

/** Columns that rows are spread by and that may be null, which Citus refuses; as `table.column`. */
export const misfitColumns: readonly Misfit[] = [
  {
    names: ["event_outbox.payment_id"],
    why: "What happened to a cardholder is about no payment.",
    instead: "A column `subject` with the id of either, as `event` has it.",
  },
];

/** Triggers of tables that are not local. Citus refuses them unless `citus.enable_unsafe_triggers` is set. */
export const misfitTriggers: readonly Misfit[] = [
  {
    names: [
      ...["payment.payment_changed", "payment.payment_deleted"],
      ...["payment.reserved_payment_stored", "payment.reserved_payment_changed"],
      ...["payment.reserved_payment_deleted"],
      ...["payment_event.receipt_opened", "payment_event.opening_deleted"],
    ],
    why: "They add a row to payment_sum, which is on the shard of the organization instead of the payment's.",
    instead:
      "A table of changes in the group of payments, written by the statement of the transition, which all changes of a status go through; the job adds up those of all shards.",
  },
  {
    names: [
      ...["payment.receipt_held", "payment.held_deleted"],
      ...["payment.reserved_receipt_held", "payment.reserved_held_deleted"],
    ],
    why: "They add a row to payment_sum of the issuer, for whom they look in cardholder and erasure when the transaction ends.",
    instead:
      "The same table of changes, with the cardholder's id: the job looks for the issuer when it adds them up.",
  },
  {
    names: ["access_token.opening_forgotten"],
    why: "It adds a row to payment_sum, which is on another shard than the token.",
    instead: "The erasure counts the openings that it takes, and adds one row an hour itself.",
  },
  {
    names: ["payment.escrow_ended"],
    why: "It deletes escrow_identifier, on the same shard, and claim_code, on any.",
    instead:
      "Two parts of the statement of the transition, as the outbox is one: the hash of a claim code follows from the payment's id.",
  },
  {
    names: ["payment.wraps_go_together"],
    why: "It changes its own row alone, for code from before devices, and needs nothing of any other shard.",
    instead: "Nothing: it goes once no such code is supported.",
  },
];
