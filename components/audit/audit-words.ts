import type { AuditAction } from "#lib/core/audit.ts";

/** The name of each act, in the order of the filter. */
const words: Record<AuditAction, string> = {
  "sign_in.succeeded": "Signed in",
  "sign_in.failed": "Failed to sign in",
  "step_up.succeeded": "Confirmed who they are",
  "step_up.failed": "Failed to confirm who they are",
  "session.ended": "Ended a session",
  "password.changed": "Changed the password",
  "password.reset_requested": "Requested a password reset",
  "password.reset": "Reset the password",
  "email.confirmed": "Confirmed the email address",
  "email.changed": "Changed the email address",
  "single_sign_on.connected": "Connected single sign-on",
  "second_factor.added": "Added a second factor",
  "second_factor.setup_failed": "Failed to add a second factor",
  "second_factor.removed": "Removed a second factor",
  "recovery_code.used": "Used a recovery code",
  "second_factor_requirement.changed": "Changed who needs a second factor",
  "member.joined": "Joined the organization",
  "member.role_changed": "Changed a role",
  "member.removed": "Removed a member",
  "invitation.created": "Invited a member",
  "invitation.withdrawn": "Withdrew an invitation",
  "organization.created": "Created the organization",
  "organization.renamed": "Renamed the organization",
  "organization.logo_changed": "Changed the logo",
  "organization.approved": "Opened environments",
  "organization.suspended": "Closed environments",
  "organization.tier_changed": "Changed the tier",
  "organization.removed": "Removed the organization",
  "api_key.created": "Created an API key",
  "api_key.rolled": "Rolled an API key",
  "api_key.revoked": "Revoked an API key",
  "signing_key.created": "Added a signing key",
  "signing_key.retired": "Retired a signing key",
  "signature_requirement.changed": "Changed whether payments must be signed",
  "gateway.connected": "Connected a gateway",
  "gateway.disconnected": "Disconnected a gateway",
  "key_pair.generated": "Generated a key pair",
  "cardholder.registered": "Registered a cardholder",
  "cardholder.key_rotated": "Rotated a cardholder’s key",
  "cardholder.erased": "Erased a cardholder",
  "receipt.access_granted": "Granted access to a receipt",
  "receipt.opened": "Opened a receipt",
  "payment.cancel_requested": "Canceled a payment",
  "payment.canceled_ahead": "Canceled a payment before it arrived",
  "payment.refund_requested": "Refunded a payment",
  "request.refused": "Had a request refused",
  "card.looked_up": "Looked up who holds a card",
  "card.released": "Released a card",
  "payment.settle_requested": "Asked for a payment to be settled",
  "job.started": "Started a job",
  "backup.restored": "Restored a backup",
  "backup.quarantined": "Quarantined a restored database",
  "backup.released": "Released a restored database",
  "secret.rotated": "Created a new version of a secret",
  "secret.retired": "Retired a version of a secret",
  "audit.pruned": "Removed old entries of the trail",
  "audit.name_erased": "Erased a name beside the trail",
};

export function describeAction(action: AuditAction): string {
  return words[action];
}

// The keys of a literal are its names.
const actions = Object.keys(words) as AuditAction[];

export const actionOptions = actions.map((value) => ({ value, label: words[value] }));
