/** The first migration: all tables as of its date. */
export const BASELINE = "20261128000000_baseline";

/**
 * The migrations that the baseline was made of. Databases and backups from before it have these names instead; without
 * the list, a start would make all tables once more.
 */
export const SQUASHED: readonly string[] = [
  "20261120100000_init",
  "20261120120000_gateway_request",
  "20261120140000_gateway_notifications",
  "20261120150000_connection_of_a_payment",
  "20261120160000_accounts",
  "20261120170000_api_key_rolls",
  "20261120170100_request_log",
  "20261120180000_payment_events",
  "20261120200000_access_log",
  "20261120200100_erasure",
  "20261121210000_event_time",
  "20261121220000_unsuccessful_payments",
  "20261122100000_pending_payments",
  "20261122200000_settlement_statuses",
  "20261122200100_refunds",
  "20261122200200_refunds_of_a_payment",
  "20261122200300_canceled_payments",
  "20261122201000_sandbox_payments",
  "20261122201100_webhook_event_types",
  "20261122210000_signed_receipts",
  "20261122220000_visits",
  "20261122220100_push_subscriptions",
  "20261122230000_sessions",
  "20261122230100_job_runs",
  "20261122230200_audit_anchors",
  "20261122231000_approved_environments",
  "20261122231000_second_factor_resets",
  "20261122231100_expired_without_card",
  "20261122231200_email_confirmations",
  "20261122231300_mail_bounces",
  "20261122232000_logo",
  "20261122234000_demo_organizations",
  "20261122235000_recovery_hold",
  "20261122240000_audit",
  "20261122241000_mail",
  "20261122241100_verified_addresses",
  "20261122241200_key_notices",
  "20261122242000_step_up",
  "20261122243000_key_moves",
  "20261122243100_pin_shares",
  "20261123060000_payment_page_room",
  "20261123070000_payment_sums",
  "20261123080000_restores",
  "20261123080100_service_processes",
  "20261123090000_issuer_sums",
  "20261123090100_openings_again",
  "20261123090200_sums_by_status",
  "20261126180000_payments_of_a_merchant",
  "20261127084000_failed_requests",
];

/** Code that has it can bring any older database to where the baseline begins. */
export const LAST_SQUASHED = "20261127084000_failed_requests";

/**
 * Where the tables of the baseline come from: from itself, applied or still to be; from the migrations that it was made
 * of; or not all are there, since only some of those were applied.
 */
export type Origin = "baseline" | "squashed" | "incomplete";

export function findOrigin(applied: readonly string[]): Origin {
  if (applied.includes(BASELINE)) return "baseline";
  const missing = SQUASHED.filter((name) => !applied.includes(name));
  if (missing.length === SQUASHED.length) return "baseline";
  return missing.length === 0 ? "squashed" : "incomplete";
}
