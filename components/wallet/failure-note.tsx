import type { ReactNode } from "react";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { NotLoaded } from "#components/ui/not-loaded.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import { isLoadFailure } from "#lib/browser/load-failure.ts";
import type { Translate } from "#lib/languages/translate.ts";
import { describeFailure, type FailureText } from "#lib/wallet/describe-failure.ts";
import { WalletError } from "#lib/wallet/wallet-error.ts";

type FailureNoteProps = {
  error: unknown;
  retry?: () => void;
  /** What to do, where it is more than trying again. */
  children?: ReactNode;
};

/** What went wrong, in plain words, and what to do. Renders nothing without an error. */
export function FailureNote({ error, retry, children }: FailureNoteProps) {
  const t = useTranslate();
  if (error === null || error === undefined) return null;
  if (isLoadFailure(error)) return <NotLoaded error={error} onRetry={retry} />;
  const text = textOf(error, t);
  const hasEnded = error instanceof WalletError && error.reason === "visit_ended";
  return (
    <Callout tone="alarm" title={text.title}>
      <p className="text-muted">{text.remedy}</p>
      {(text.retry && retry) || hasEnded || children ? (
        <div className="flex flex-wrap gap-2 pt-2">
          {text.retry && retry ? (
            <Button look="secondary" size="small" onClick={retry}>
              {t("Try again")}
            </Button>
          ) : null}
          {hasEnded ? (
            <ButtonLink href="/demo" prefetch={false} look="secondary" size="small">
              {t("Begin another visit")}
            </ButtonLink>
          ) : null}
          {children}
        </div>
      ) : null}
    </Callout>
  );
}

function textOf(error: unknown, t: Translate): FailureText {
  if (error instanceof WalletError) return describeFailure(error.reason, t);
  return {
    title: t("Something went wrong on this page"),
    remedy: t("Your keys are safe on this device. Reload the page and try again."),
    retry: true,
  };
}
