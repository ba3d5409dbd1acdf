"use client";

import { toast } from "sonner";
import { useMay } from "#components/console/session.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { RuleSwitch } from "#components/ui/rule-switch.tsx";
import { ErrorState, SkeletonRows } from "#components/ui/states.tsx";
import {
  type ShownOrganization,
  useOrganization,
  useRequireSecondFactor,
} from "./use-organization.ts";

type SecondFactorRequirementProps = {
  /** Of what says why the button is disabled. */
  noticeId: string;
};

/** Who must sign in with more than a password. There is no empty state. */
export function SecondFactorRequirement({ noticeId }: SecondFactorRequirementProps) {
  return (
    <Panel title="Signing in">
      <Requirement noticeId={noticeId} />
    </Panel>
  );
}

function Requirement({ noticeId }: SecondFactorRequirementProps) {
  const { data: organization, error, isPending, isFetching, refetch } = useOrganization();
  if (error) return <ErrorState error={error} retry={() => void refetch()} retrying={isFetching} />;
  if (isPending) return <SkeletonRows label="Loading the sign-in rule" rows={2} />;
  return <RequirementSwitch organization={organization} noticeId={noticeId} />;
}

function RequirementSwitch({
  organization: { requiresSecondFactor: required, approvedEnvironments },
  noticeId,
}: SecondFactorRequirementProps & { organization: ShownOrganization }) {
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
