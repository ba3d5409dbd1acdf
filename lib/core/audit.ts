/** The acts that the audit trail records, in the order of the filter. */
export const auditActions = [
  "sign_in.succeeded",
  "sign_in.failed",
  "step_up.succeeded",
  "step_up.failed",
  "session.ended",
  "password.changed",
  "password.reset_requested",
  "password.reset",
  "email.confirmed",
  "email.changed",
  "single_sign_on.connected",
  "second_factor.added",
  "second_factor.setup_failed",
  "second_factor.removed",
  "recovery_code.used",
  "second_factor_requirement.changed",
  "member.joined",
  "member.role_changed",
  "member.removed",
  "invitation.created",
  "invitation.withdrawn",
  "organization.created",
  "organization.renamed",
  "organization.logo_changed",
  "organization.approved",
  "organization.suspended",
  "organization.tier_changed",
  "organization.removed",
  "api_key.created",
  "api_key.rolled",
  "api_key.revoked",
  "signing_key.created",
  "signing_key.retired",
  "signature_requirement.changed",
  "gateway.connected",
  "gateway.disconnected",
  "key_pair.generated",
  "cardholder.registered",
  "cardholder.key_rotated",
  "cardholder.erased",
  "receipt.access_granted",
  "receipt.opened",
  "payment.cancel_requested",
  "payment.refund_requested",
  "request.refused",
  "card.looked_up",
  "card.released",
  "payment.settle_requested",
  "job.started",
  "backup.restored",
  "backup.quarantined",
  "backup.released",
  "secret.rotated",
  "secret.retired",
  "audit.pruned",
  "audit.name_erased",
] as const;

export type AuditAction = (typeof auditActions)[number];

/** `nobody`: a caller without a proven identity. */
export const auditActorKinds = ["member", "api_key", "operator", "nobody"] as const;

export type AuditActorKind = (typeof auditActorKinds)[number];

/** The trail of acts that concern no organization. */
export const SERVICE_TRAIL = "service";
