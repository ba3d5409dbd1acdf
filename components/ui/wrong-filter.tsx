import { FilterX } from "lucide-react";
import { Button } from "./button.tsx";
import { EmptyState } from "./states.tsx";

/** Replaces a list when one of the filters above is invalid. */
export function WrongFilter({ onClear }: { onClear: () => void }) {
  const clear = (
    <Button look="secondary" icon={FilterX} onClick={onClear}>
      Clear filters
    </Button>
  );
  return (
    <EmptyState icon={FilterX} title="A filter is not valid" action={clear}>
      The reason is shown above. Nothing is listed until it is fixed.
    </EmptyState>
  );
}
