"use client";

import { useState } from "react";
import { toast } from "sonner";
import { useMay } from "#components/console/session.tsx";
import { Button } from "#components/ui/button.tsx";
import { LazyConfirmDialog } from "#components/ui/lazy-dialog.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { ErrorState, SkeletonRows } from "#components/ui/states.tsx";
import { describeError } from "#lib/browser/describe-error.ts";
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
  const [asking, setAsking] = useState(false);
  const change = useRequireSecondFactor();
  function ask(open: boolean) {
    change.reset();
    setAsking(open);
  }
  function confirm() {
    change.mutate(!required, {
      onSuccess: () => {
        setAsking(false);
        toast.success(
          required ? "The second factor is optional" : "Everyone needs a second factor",
        );
      },
    });
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 text-sm">
      <div className="min-w-0 max-w-[64ch]">
        <p className="font-medium">
          {required
            ? "Every member needs a second factor"
            : "Members choose whether to have a second factor"}
        </p>
        <p className="mt-0.5 text-muted text-pretty">
          A passkey or an authenticator app.{" "}
          {approvedEnvironments.includes("production")
            ? "Owners always need one, since they may act in production."
            : "Owners always need one once the organization may act in production."}
        </p>
      </div>
      <Button
        look="secondary"
        disabled={!mayChange}
        aria-describedby={mayChange ? undefined : noticeId}
        onClick={() => ask(true)}
      >
        {required ? "Make it optional" : "Require it"}
      </Button>
      <LazyConfirmDialog
        open={asking}
        onOpenChange={ask}
        title={required ? "Make the second factor optional?" : "Require a second factor?"}
        confirmLabel={required ? "Make it optional" : "Require it"}
        look="primary"
        onConfirm={confirm}
        pending={change.isPending}
        error={change.error ? describeError(change.error) : undefined}
      >
        <p>
          {required
            ? "Members can then remove theirs and sign in with the password alone."
            : "Members who have none can do nothing in the console until they have set one up. API keys keep working."}
        </p>
      </LazyConfirmDialog>
    </div>
  );
}
