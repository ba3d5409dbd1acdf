import { useEnvironment } from "#components/console/environment.tsx";
import { useMay } from "#components/console/session.tsx";
import { RuleSwitch } from "#components/ui/rule-switch.tsx";
import { useRequireSignatures } from "./use-signing-keys.ts";

type SignatureRequirementProps = { required: boolean; noticeId: string };

/** Whether payments without a signature are refused, and the button to change it. */
export function SignatureRequirement({ required, noticeId }: SignatureRequirementProps) {
  const { environment } = useEnvironment();
  const mayChange = useMay("developer");
  return (
    <div className="border-t border-dashed border-line px-4 py-4 md:px-5">
      <RuleSwitch
        title={required ? "Signatures are required" : "Signatures are optional"}
        label={required ? "Make optional" : "Require signatures"}
        question={required ? "Accept unsigned payments?" : "Require signatures?"}
        consequence={
          required
            ? `Anyone with one of your API keys can then make payments in ${environment} without a signing key.`
            : `From then on, payments in ${environment} that are not signed are refused with invalid_signature. Make sure that every till and server signs.`
        }
        look={required ? "danger" : "primary"}
        change={useRequireSignatures()}
        next={!required}
        disabledBy={mayChange ? undefined : noticeId}
      >
        {required
          ? `Payments without a valid signature are refused in ${environment}.`
          : "Payments without a signature are accepted. A wrong signature is refused in any case."}
      </RuleSwitch>
    </div>
  );
}
