"use client";

import { X } from "lucide-react";
import Link from "next/link";
import { Button } from "#components/ui/button.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import { formatMoney } from "#lib/core/money.ts";
import { describeFailure } from "#lib/wallet/describe-failure.ts";
import { FailureNote } from "./failure-note.tsx";
import { useLocale } from "./use-locale.ts";
import type { WalletReceipt } from "./use-receipts.ts";
import { useSecondsUntil } from "./use-seconds-until.ts";
import { walletLink } from "./wallet-link.ts";
import { type OpeningRun, useWallet } from "./wallet-state.ts";

type OpeningProgressProps = {
  run: OpeningRun;
  /** The list, for what it says of those that failed. */
  receipts: WalletReceipt[];
  /** How many can still be opened. */
  left: number;
  onContinue: () => void;
};

/** How far the opening of many receipts is, what failed and why, and how to go on. */
export function OpeningProgress({ run, receipts, left, onContinue }: OpeningProgressProps) {
  const t = useTranslate();
  const { setOpeningRun } = useWallet();
  const isRunning = run.state === "running";
  return (
    <section
      aria-label={t("Opening new receipts")}
      className="space-y-3 border border-dashed border-line bg-copy px-4 py-3 text-sm"
    >
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status">
          {isRunning
            ? t("Opening {opened} of {total}", { opened: run.opened, total: run.total })
            : t("{opened} of {total} receipts opened", { opened: run.opened, total: run.total })}
        </p>
        {isRunning ? (
          <Button look="secondary" size="small" onClick={run.stop}>
            {t("Stop")}
          </Button>
        ) : (
          <button
            type="button"
            aria-label={t("Dismiss")}
            onClick={() => setOpeningRun(undefined)}
            className="-my-1 -mr-2 grid size-11 cursor-pointer place-items-center text-muted hover:text-ink md:size-9"
          >
            <X aria-hidden="true" className="size-4" />
          </button>
        )}
      </div>
      {isRunning ? <Bar run={run} /> : null}
      <Failures failed={run.failed} receipts={receipts} />
      {run.state === "failed" ? <FailureNote error={run.error} /> : null}
      {isRunning || left === 0 ? null : (
        <Button look="secondary" size="small" onClick={onContinue}>
          {t.count(left, "Open the one that is left", "Open the {count} that are left")}
        </Button>
      )}
    </section>
  );
}

function Bar({ run: { failed, opened, total, waitingUntil = 0 } }: { run: OpeningRun }) {
  const t = useTranslate();
  const seconds = useSecondsUntil(waitingUntil);
  return (
    <>
      <progress
        aria-label={t("Receipts opened")}
        value={Math.min(opened + failed.length, total)}
        max={total}
        className="h-1.5 w-full appearance-none bg-line [&::-moz-progress-bar]:bg-pine [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-pine"
      />
      {seconds > 0 ? (
        <p className="text-muted">
          {t("The service takes no more for a moment. It goes on in {seconds} s.", { seconds })}
        </p>
      ) : null}
    </>
  );
}

function Failures({
  failed,
  receipts,
}: Pick<OpeningRun, "failed"> & { receipts: WalletReceipt[] }) {
  const t = useTranslate();
  const locale = useLocale();
  if (failed.length === 0) return null;
  return (
    <ul className="divide-y divide-line border-y border-line">
      {failed.map(({ paymentId, reason }) => {
        const receipt = receipts.find((one) => one.paymentId === paymentId);
        const { title, remedy } = describeFailure(reason, t);
        return (
          <li key={paymentId} className="py-2">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="font-medium">{title}</span>
              <Link
                {...walletLink(`/wallet/receipts/${paymentId}`)}
                className="font-medium text-pine hover:text-pine-deep"
              >
                {receipt ? formatMoney(receipt, locale) : t("See the receipt")}
              </Link>
            </p>
            <p className="text-pretty text-muted">{remedy}</p>
          </li>
        );
      })}
    </ul>
  );
}
