import { Users } from "lucide-react";
import { useCurrentConsole } from "#components/console/current-console.tsx";
import { ButtonLink } from "#components/ui/button-link.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";

/** Instead of charts that would be empty. */
export function FirstCardholder() {
  const { base } = useCurrentConsole();
  return (
    <div className="border border-line bg-slip">
      <EmptyState
        icon={Users}
        title="No cardholder in this environment yet"
        action={
          <>
            <ButtonLink href={`${base}/quickstart`}>Register the first one</ButtonLink>
            <ButtonLink look="secondary" href="/wallet?demo">
              Open the demo wallet
            </ButtonLink>
          </>
        }
      >
        Your app makes a key on the device and registers its public part with{" "}
        <code className="font-mono text-xs">POST /api/v1/onboarding/register</code>. From then on
        receipts of that card are sealed to it, and their figures stand here.
      </EmptyState>
    </div>
  );
}
