"use client";

import { toast } from "sonner";
import { useMay } from "#components/console/session.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { RuleSwitch } from "#components/ui/rule-switch.tsx";
import { type ShownOrganization, useRequireSecondFactor } from "./use-organization.ts";

type SecondFactorRequirementProps = {
  organization: ShownOrganization;
  /** Of the text that says why the button is disabled. */
  noticeId: string;
};

/** Which members need more than a password to sign in. */
export function SecondFactorRequirement(props: SecondFactorRequirementProps) {
  return (
    <Panel title="Signing in">
      <RequirementSwitch {...props} />
    </Panel>
  );
}

function RequirementSwitch({
  organization: { requiresSecondFactor: required, approvedEnvironments },
  noticeId,
}: SecondFactorRequirementProps) {
  const mayChange = useMay("owner");
  return (
    <RuleSwitch
      title={
        required
          ? "Every member needs a second factor"
          : "Members choose whether to have a second factor"
      }
      label={required ? "Make it optional" : "Require it"}
      question={required ? "Make the second factor optional?" : "Require a second factor?"}
      consequence={
        required
          ? "Members can then remove theirs and sign in with the password alone."
          : "Members who have none can do nothing in the console until they have set one up. API keys keep working."
      }
      look="primary"
      change={useRequireSecondFactor()}
      next={!required}
      onChanged={() =>
        toast.success(required ? "The second factor is optional" : "Everyone needs a second factor")
      }
      disabledBy={mayChange ? undefined : noticeId}
    >
      A passkey or an authenticator app.{" "}
      {approvedEnvironments.includes("production")
        ? "Owners always need one, since they may act in production."
        : "Owners always need one once the organization may act in production."}
    </RuleSwitch>
  );
}
