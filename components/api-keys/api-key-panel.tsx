"use client";

import { KeyRound } from "lucide-react";
import Link from "next/link";
import { useCurrentConsole } from "#components/console/current-console.tsx";
import { useMay } from "#components/console/session.tsx";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Missing } from "#components/ui/loaded.tsx";
import { shallowLink } from "#components/ui/shallow-link.ts";
import { SidePanel } from "#components/ui/side-panel.tsx";
import { ApiKeyFacts } from "./api-key-facts.tsx";
import type { ListedApiKey } from "./use-api-keys.ts";

type ApiKeyPanelProps = {
  apiKey: ListedApiKey;
  /** The key that replaced it, if it was rolled. */
  next: ListedApiKey | undefined;
  hrefOf: (id: string) => string;
  onClose: () => void;
  onRoll: () => void;
  onRevoke: () => void;
};

/** One key in full, with its actions. */
export function ApiKeyPanel({ apiKey, next, hrefOf, onClose, onRoll, onRevoke }: ApiKeyPanelProps) {
  const { base } = useCurrentConsole();
  const mayChange = useMay("developer");
  const usable = apiKey.status === "active" || apiKey.status === "expiring";
  const rolled = apiKey.rolledTo !== null;
  return (
    <SidePanel
      open
      onClose={onClose}
      label="API key"
      title={apiKey.name}
      actions={
        <>
          <ButtonLink look="secondary" href={`${base}/requests?key=${apiKey.id}`}>
            View its calls
          </ButtonLink>
          {usable ? (
            <>
              {rolled ? null : (
                <Button look="secondary" disabled={!mayChange} onClick={onRoll}>
                  Roll
                </Button>
              )}
              <Button look="ghost" className="text-alarm" disabled={!mayChange} onClick={onRevoke}>
                Revoke
              </Button>
            </>
          ) : null}
        </>
      }
    >
      {next ? (
        <div className="pt-2 pb-1">
          <Callout tone={usable ? "warning" : "note"}>
            Rolled:{" "}
            <Link
              {...shallowLink(hrefOf(next.id))}
              className="font-mono text-xs text-pine underline underline-offset-4"
            >
              {next.hint}
            </Link>{" "}
            replaces it.
          </Callout>
        </div>
      ) : null}
      <ApiKeyFacts apiKey={apiKey} />
      {usable && !mayChange ? (
        <p className="pb-2 text-sm text-muted">Rolling and revoking require the developer role.</p>
      ) : null}
    </SidePanel>
  );
}

/** For a link to a key of another environment, or to a key that does not exist. */
export function MissingKey({ onClose }: { onClose: () => void }) {
  return (
    <SidePanel open onClose={onClose} label="API key" title="No such key">
      <Missing
        icon={KeyRound}
        title="This key is not in this environment"
        backLabel="Back to the keys"
        onBack={onClose}
      >
        A key belongs to one environment. If someone sent you this link, switch to theirs.
      </Missing>
    </SidePanel>
  );
}
