import { useState } from "react";
import { useEnvironment } from "#components/console/environment.tsx";
import { useMay } from "#components/console/session.tsx";
import { Button } from "#components/ui/button.tsx";
import { LazyConfirmDialog } from "#components/ui/lazy-dialog.tsx";
import { describeError } from "#lib/browser/describe-error.ts";
import { useRequireSignatures } from "./use-signing-keys.ts";

type SignatureRequirementProps = { required: boolean; noticeId: string };

/** Whether payments without a signature are refused, and the way to change it. */
export function SignatureRequirement({ required, noticeId }: SignatureRequirementProps) {
  const { environment } = useEnvironment();
  const [asking, setAsking] = useState(false);
  const mayChange = useMay("developer");
  const change = useRequireSignatures();
  function ask(open: boolean) {
    change.reset();
    setAsking(open);
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-t border-dashed border-line px-4 py-4 text-sm md:px-5">
      <div className="min-w-0 max-w-[64ch]">
        <p className="font-medium">
          {required ? "Signatures are required" : "Signatures are optional"}
        </p>
        <p className="mt-0.5 text-muted text-pretty">
          {required
            ? `Payments without a valid signature are refused in ${environment}.`
            : "Payments without a signature are accepted. A wrong signature is refused in any case."}
        </p>
      </div>
      <Button
        look="secondary"
        disabled={!mayChange}
        aria-describedby={mayChange ? undefined : noticeId}
        onClick={() => ask(true)}
      >
        {required ? "Make optional" : "Require signatures"}
      </Button>
      <LazyConfirmDialog
        open={asking}
        onOpenChange={ask}
        title={required ? "Accept unsigned payments?" : "Require signatures?"}
        confirmLabel={required ? "Make optional" : "Require signatures"}
        look={required ? "danger" : "primary"}
        onConfirm={() => change.mutate(!required, { onSuccess: () => ask(false) })}
        pending={change.isPending}
        error={change.error ? describeError(change.error) : undefined}
      >
        <p>
          {required
            ? `Whoever has an API key of yours can then make payments in ${environment} without a signing key.`
            : `From then on, payments in ${environment} that are not signed are refused with invalid_signature. Make sure that every till and server signs.`}
        </p>
      </LazyConfirmDialog>
    </div>
  );
}
