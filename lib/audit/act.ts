import type { AuditAction, AuditActorKind } from "#lib/core/audit.ts";
import type { Caller, SignedInMember } from "#lib/core/caller.ts";
import type { AnyEnvironment } from "#lib/core/vocabulary.ts";

/** References and settings; never a secret, and nothing that tells who a cardholder is. */
export type AuditFields = Record<string, string | number | boolean | null | readonly string[]>;

/** Something that somebody did, before it is written down. */
export type Act = {
  organizationId: string;
  /** Null for what concerns the organization as a whole. */
  environment: AnyEnvironment | null;
  /** Visits of the demo leave nothing in a trail: all that they do goes with them. */
  actor: { kind: AuditActorKind; id: string | null } | { kind: "visit" };
  action: AuditAction;
} & ActDetails;

export type ActDetails = {
  /** The id of what was acted on */
  target?: string;
  /** What the act changed, as it was and as it is. */
  before?: AuditFields;
  after?: AuditFields;
};

/** The act of whoever makes the request. */
export function actOf(
  caller: Caller | SignedInMember,
  action: AuditAction,
  details: ActDetails = {},
): Act {
  const { organizationId } = caller;
  const environment = "environment" in caller ? caller.environment : null;
  return { organizationId, environment, actor: auditActorOf(caller), action, ...details };
}

export function auditActorOf(caller: Caller | SignedInMember): Act["actor"] {
  switch (caller.via) {
    case "key":
      return { kind: "api_key", id: caller.apiKeyId };
    case "session":
      return { kind: "member", id: caller.memberId };
    case "visit":
      return { kind: "visit" };
  }
}

/** An act of a member of the organization that no session of theirs stands for. */
export function actOfMember(
  { organizationId, memberId }: { organizationId: string; memberId: string },
  action: AuditAction,
  details: ActDetails = {},
): Act {
  const actor = { kind: "member", id: memberId } as const;
  return { organizationId, environment: null, actor, action, ...details };
}

/** An act of the operator, whom only their tool's origin tells apart from others. */
export function actOfOperator(
  organizationId: string,
  action: AuditAction,
  { environment = null, ...details }: ActDetails & { environment?: AnyEnvironment | null } = {},
): Act {
  const actor = { kind: "operator", id: null } as const;
  return { organizationId, environment, actor, action, ...details };
}
