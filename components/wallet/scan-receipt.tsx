import { Camera, CameraOff } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import { readClaimLink } from "#lib/core/claim-code.ts";
import type { PlainSentence } from "#lib/languages/translate.ts";
import { type CameraObstacle, isWalletDocument } from "#lib/wallet/camera.ts";
import { FailureNote } from "./failure-note.tsx";
import { useScanner } from "./use-scanner.ts";

type ScanReceiptProps = {
  onCode: (code: string) => void;
  /** Whether a code is in use, which turns the camera off. */
  isBusy: boolean;
  /** Whether scanning is what to do next. */
  isFirst: boolean;
};

/** The camera, as long as it is asked for, and until it sees the code of a receipt. */
export function ScanReceipt({ onCode, isBusy, isFirst }: ScanReceiptProps) {
  const t = useTranslate();
  const video = useRef<HTMLVideoElement>(null);
  const { state, start, stop } = useScanner(video, { read: readClaimLink, onCode });
  const isOn = state.name === "starting" || state.name === "looking";
  useScanFromAddress(start);
  useEffect(() => {
    if (isBusy) stop();
  }, [isBusy, stop]);

  function toggle(): void {
    if (isOn) stop();
    else if (isWalletDocument()) void start();
    else window.location.assign(addScan());
  }

  return (
    <div className="space-y-3">
      <Button
        look={isFirst && !isOn ? "primary" : "secondary"}
        icon={isOn ? CameraOff : Camera}
        disabled={isBusy && !isOn}
        onClick={toggle}
        className="w-full"
      >
        {isOn ? t("Stop the camera") : t("Scan with the camera")}
      </Button>
      <div hidden={!isOn} className="border border-line bg-copy">
        <video
          ref={video}
          muted
          playsInline
          aria-label={t("What the camera sees")}
          className="aspect-square w-full object-cover"
        />
        <p role="status" className="px-3.5 py-2.5 text-sm text-pretty">
          {state.name === "starting"
            ? t("Starting the camera. Your browser may ask for it.")
            : null}
          {state.name === "looking" ? t(whatItSees[state.sees]) : null}
        </p>
      </div>
      {state.name === "barred" ? (
        <Callout tone="alarm" title={t(obstacleWords[state.obstacle][0])}>
          <p className="text-muted">{t(obstacleWords[state.obstacle][1])}</p>
        </Callout>
      ) : null}
      {state.name === "failed" ? (
        <FailureNote error={state.error} retry={() => void start()} />
      ) : null}
    </div>
  );
}

const whatItSees = {
  nothing: "Point the camera at the code. The picture stays on this device.",
  other: "That is not a receipt code. Point the camera at the one that the till shows or prints.",
} as const satisfies Record<string, PlainSentence>;

const obstacleWords: Record<
  CameraObstacle,
  readonly [title: PlainSentence, remedy: PlainSentence]
> = {
  refused: [
    "The camera is blocked for this page",
    "Allow it in the browser’s settings for this site, or type the code.",
  ],
  missing: ["No camera was found", "Type or paste the code instead."],
  busy: [
    "The camera is in use or did not start",
    "Close other apps that use it and scan again, or type the code.",
  ],
  unsupported: ["This browser does not support the camera", "Type or paste the code instead."],
};

const SCAN = "scan";

/** The address of this screen in a document that may use the camera, and starts it. */
function addScan(): string {
  const url = new URL(window.location.href);
  url.searchParams.set(SCAN, "");
  return url.href;
}

function useScanFromAddress(start: () => Promise<void>): void {
  useEffect(() => {
    const url = new URL(window.location.href);
    if (!url.searchParams.has(SCAN)) return;
    url.searchParams.delete(SCAN);
    window.history.replaceState(null, "", url);
    void start();
  }, [start]);
}
