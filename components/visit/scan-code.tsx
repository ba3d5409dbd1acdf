import { ScanLine } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { FailureNote } from "#components/wallet/failure-note.tsx";
import type { useClaim } from "#components/wallet/use-claim.ts";
import type { StoredCard } from "#lib/wallet/device-store.ts";
import { NEXT_ACTION } from "./next-action.ts";
import { SealedSlip } from "./sealed-slip.tsx";
import type { OwnPayment } from "./use-visit.ts";

type ScanCodeProps = {
  payment: OwnPayment;
  mine: StoredCard;
  /** On the screen of the till; undefined where another device has paid. */
  code: string | undefined;
  claim: ReturnType<typeof useClaim>;
  onSettled: () => void;
};

/** The wallet takes the receipt of a card that it does not have, by the code on the till. */
export function ScanCode({ payment, mine, code, claim, onSettled }: ScanCodeProps) {
  const { mutate, error, isPending } = claim;
  const scan = (claimCode: string) => mutate({ code: claimCode, card: mine }, { onSettled });
  return (
    <div className="flex grow flex-col justify-between gap-5">
      <SealedSlip payment={payment}>
        The card that paid is in no wallet. The code on the till leads to this receipt.
      </SealedSlip>
      <div id={NEXT_ACTION} className="scroll-mb-4 space-y-3">
        <FailureNote error={error} />
        {code ? (
          <Button
            icon={ScanLine}
            pending={isPending}
            onClick={() => scan(code)}
            className="min-h-12! w-full text-base!"
          >
            Scan it
          </Button>
        ) : (
          <p className="text-sm text-muted text-pretty">
            The code is on the device that paid. Scan it there with the camera of a phone.
          </p>
        )}
      </div>
    </div>
  );
}
