import { ButtonLink } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";

/** Where strangers may not try anything. */
export function NoDemo({ signUp }: { signUp: boolean }) {
  return (
    <Notice label="Demo" title="There is no demo here">
      <p>This installation works with real organizations only, so there is no coffee to buy.</p>
      <div className="space-y-3">
        {signUp ? (
          <ButtonLink href="/sign-up" prefetch={false} className="w-full">
            Create an organization
          </ButtonLink>
        ) : null}
        <ButtonLink href="/reference" prefetch={false} look="secondary" className="w-full">
          API reference
        </ButtonLink>
      </div>
    </Notice>
  );
}
