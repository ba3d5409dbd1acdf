import { KeyRound } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { SidePanel } from "#components/ui/side-panel.tsx";

/** For a link that leads to a key of another environment, or of nobody. */
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
        Keys belong to one environment. If somebody sent you the link, switch to theirs.
      </EmptyState>
    </SidePanel>
  );
}
