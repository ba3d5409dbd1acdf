import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import type { KeptPayment } from "#lib/terminal/kept-till.ts";
import { bigButton } from "./till-columns.tsx";

type SettleFirstProps = { payment: KeptPayment; onOpen: (payment: KeptPayment) => void };

/** In place of the rest of a split sale, while another card may have paid it. */
export function SettleFirst({ payment, onOpen }: SettleFirstProps) {
  return (
    <>
      <Callout tone="warning" title="Another payment of this sale is not settled">
        <p>
          It may have charged a card, or may still be under way in another tab. Settle it first:
          until then, it is not known what is left to pay.
        </p>
      </Callout>
      <Button className={bigButton} onClick={() => onOpen(payment)}>
        Look at that payment first
      </Button>
    </>
  );
}
