"use client";

import { KeyRound } from "lucide-react";
import { Missing } from "#components/ui/loaded.tsx";
import { SidePanel } from "#components/ui/side-panel.tsx";

/** For a link to a key of another environment, or to none at all. */
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
