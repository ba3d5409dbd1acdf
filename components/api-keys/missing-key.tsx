"use client";

import { KeyRound } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { SidePanel } from "#components/ui/side-panel.tsx";
import { EmptyState } from "#components/ui/states.tsx";

/** For a link to a key of another environment, or to none at all. */
export function MissingKey({ onClose }: { onClose: () => void }) {
  return (
    <SidePanel open onClose={onClose} label="API key" title="No such key">
      <EmptyState
        icon={KeyRound}
        title="This key is not in this environment"
        action={
          <Button look="secondary" onClick={onClose}>
            Back to the keys
          </Button>
        }
      >
        A key belongs to one environment. If someone sent you this link, switch to theirs.
      </EmptyState>
    </SidePanel>
  );
}
