import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";

type PickedBarProps = { onForget: () => void; children: ReactNode };

/** What was typed and is hashed by now, in place of its field. */
export function PickedBar({ onForget, children }: PickedBarProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 bg-pine px-4 py-3 text-on-pine">
      <p className="flex items-center gap-2 font-medium">{children}</p>
      <Button look="secondary" onClick={onForget}>
        Type another
      </Button>
    </div>
  );
}
