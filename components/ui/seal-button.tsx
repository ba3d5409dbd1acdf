import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { useHold } from "./use-hold.ts";
import { useTranslate } from "./use-translate.ts";
import { WaxSeal } from "./wax-seal.tsx";

type SealButtonProps = {
  onOpen: () => void;
  /** While it opens, the seal is broken and takes no further press. */
  pending: boolean;
  /** Whole, and not to be opened for now; the page says why. */
  disabled?: boolean;
  /** What it does, in two or three words. */
  children: ReactNode;
};

/**
 * The seal of a receipt as the button that opens it: held, its wax cracks and breaks. The line below has the height of
 * all that it says, so that nothing moves.
 */
export function SealButton({ onOpen, pending, disabled = false, children }: SealButtonProps) {
  const t = useTranslate();
  const isInert = pending || disabled;
  const open = isInert ? ignore : onOpen;
  const { state, handlers } = useHold(open);
  const isHeld = state === "held" && !isInert;
  return (
    <div className="flex flex-col items-center text-center">
      <button
        type="button"
        aria-disabled={isInert || undefined}
        aria-busy={pending || undefined}
        data-seal={pending ? "broken" : isHeld ? "held" : "whole"}
        {...(isInert ? { onClick: ignore } : handlers)}
        className="group/seal flex cursor-pointer touch-manipulation flex-col items-center gap-3 px-4 pt-2 select-none [-webkit-touch-callout:none] aria-busy:cursor-progress aria-disabled:not-aria-busy:cursor-not-allowed aria-disabled:not-aria-busy:opacity-60"
      >
        <BreakingSeal />
        <span className="font-medium">{children}</span>
      </button>
      <p
        role="status"
        className="flex min-h-11 flex-wrap items-center justify-center gap-x-1 text-sm text-muted md:min-h-9"
      >
        {pending ? t("Opening") : null}
        {state === "short" && !isInert ? (
          <>
            {t("Hold to open, or")}
            <Button look="ghost" size="small" onClick={open} className="px-1.5! text-sm!">
              {t("open without holding")}
            </Button>
          </>
        ) : null}
        {state === "short" || isInert ? null : (
          <>
            <span className="motion-reduce:hidden">{t("Hold to open")}</span>
            <span className="motion-safe:hidden">{t("Press to open")}</span>
          </>
        )}
      </p>
    </div>
  );
}

function ignore(): void {}

/** Whole, cracking for as long as it is held, and in two halves. */
function BreakingSeal() {
  return (
    <span aria-hidden="true" className="relative block size-28">
      <WaxSeal className={`${half} ${leftHalf}`} />
      <WaxSeal className={`${half} ${rightHalf}`} />
      <svg
        viewBox="0 0 120 120"
        aria-hidden="true"
        className="absolute inset-0 overflow-visible"
        fill="none"
      >
        <path
          d={crack}
          pathLength={1}
          strokeWidth="2.2"
          strokeLinejoin="round"
          className={`stroke-[#3d0608] [stroke-dasharray:1] [stroke-dashoffset:1] group-data-[seal=broken]/seal:opacity-0 ${drawn}`}
        />
        <circle
          cx="60"
          cy="60"
          r="59"
          pathLength={1}
          strokeWidth="2.5"
          transform="rotate(-90 60 60)"
          className={`stroke-pine [stroke-dasharray:1] [stroke-dashoffset:1] group-data-[seal=broken]/seal:opacity-0 ${drawn}`}
        />
      </svg>
    </span>
  );
}

/** From nothing to whole while the seal is held, and back at once. */
const drawn =
  "motion-safe:transition-[stroke-dashoffset] motion-safe:duration-200 group-data-[seal=held]/seal:[stroke-dashoffset:0] motion-safe:group-data-[seal=held]/seal:duration-900 motion-safe:group-data-[seal=held]/seal:ease-linear";

const half =
  "absolute inset-0 size-full drop-shadow-md motion-safe:transition-transform motion-safe:duration-300 group-data-[seal=held]/seal:scale-97";

// The halves overlap by a hair: no seam shows while the seal is whole.
const leftHalf =
  "[clip-path:polygon(-20%_-20%,55.5%_-20%,55.5%_0,47.5%_22%,58.5%_41%,44.5%_60%,54.5%_80%,46.5%_100%,46.5%_120%,-20%_120%)] group-data-[seal=broken]/seal:-translate-x-[11%] group-data-[seal=broken]/seal:translate-y-[2%] group-data-[seal=broken]/seal:-rotate-9";
const rightHalf =
  "[clip-path:polygon(55%_-20%,120%_-20%,120%_120%,46%_120%,46%_100%,54%_80%,44%_60%,58%_41%,47%_22%,55%_0)] group-data-[seal=broken]/seal:translate-x-[11%] group-data-[seal=broken]/seal:translate-y-[3%] group-data-[seal=broken]/seal:rotate-10";

/** Along the same line, with two splinters. */
const crack =
  "M65 9L56.4 26.4L69.6 49.2L52.8 72L64.8 96L56 110M69.6 49.2L86 42L93 46M52.8 72L38 78L33 90";
