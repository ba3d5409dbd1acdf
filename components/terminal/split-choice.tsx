import { Split, X } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { formatDecimal } from "#lib/core/money.ts";
import type { Shop } from "#lib/terminal/shop.ts";
import { halfOf, readPart } from "#lib/terminal/split-tender.ts";

type SplitChoiceProps = {
  shop: Shop;
  /** What is still to be paid. */
  left: number;
  /** The amount on this card as it was typed; undefined where the card pays all that is left. */
  typed: string | undefined;
  onType: (typed: string | undefined) => void;
};

/** Lets this card pay a part, and another the rest. */
export function SplitChoice({ shop, left, typed, onType }: SplitChoiceProps) {
  const { currency } = shop;
  if (typed === undefined) {
    const half = halfOf({ left, currency });
    return half === undefined ? null : (
      <Button
        look="secondary"
        size="small"
        icon={Split}
        onClick={() => onType(formatDecimal({ amount: half, currency }))}
      >
        Split between cards
      </Button>
    );
  }
  const read = readPart(typed, { left, currency });
  return (
    <div className="flex max-w-lg flex-wrap items-start gap-3">
      <div className="min-w-0 grow basis-56">
        <TextField
          label={`Part on this card in ${currency.toUpperCase()}`}
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          error={"error" in read ? read.error : undefined}
          hint="The next card pays the rest, under the same receipt."
          onChange={({ target }) => onType(target.value)}
        />
      </div>
      <div className="sm:pt-6">
        <Button look="ghost" icon={X} onClick={() => onType(undefined)}>
          Pay it all with this card
        </Button>
      </div>
    </div>
  );
}
