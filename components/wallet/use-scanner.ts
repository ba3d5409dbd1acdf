import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { closeCamera, openCamera } from "#lib/wallet/camera.ts";
import { WalletError } from "#lib/wallet/wallet-error.ts";

type ScannerState =
  | { name: "off" }
  | { name: "starting" }
  | { name: "looking"; sees: "nothing" | "other" }
  | { name: "failed"; error: unknown };

type ScannerOptions = {
  read: (text: string) => string | undefined;
  onCode: (code: string) => void;
};

/** The camera in a video element, and what it finds. It is off once a code is found, and while the page is hidden. */
export function useScanner(
  video: RefObject<HTMLVideoElement | null>,
  { read, onCode }: ScannerOptions,
) {
  const [state, setState] = useState<ScannerState>({ name: "off" });
  const running = useRef<AbortController>(undefined);
  const latest = useRef(onCode);
  useEffect(() => {
    latest.current = onCode;
  });

  const stop = useCallback(() => {
    running.current?.abort();
    setState({ name: "off" });
  }, []);

  const start = useCallback(async () => {
    running.current?.abort();
    running.current = new AbortController();
    const { signal } = running.current;
    const show = (next: ScannerState) => {
      if (!signal.aborted) setState(next);
    };
    show({ name: "starting" });
    try {
      const onLooking = (sees: "nothing" | "other") => show({ name: "looking", sees });
      const code = await scan(video.current, { read, signal, onLooking });
      signal.throwIfAborted();
      show({ name: "off" });
      latest.current(code);
    } catch (error) {
      show({ name: "failed", error });
    }
  }, [video, read]);

  useEffect(() => {
    const look = () => {
      if (document.visibilityState === "hidden") stop();
    };
    document.addEventListener("visibilitychange", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      running.current?.abort();
    };
  }, [stop]);

  return { state, start, stop };
}

type ScanOptions = {
  read: (text: string) => string | undefined;
  signal: AbortSignal;
  onLooking: (sees: "nothing" | "other") => void;
};

async function scan(
  video: HTMLVideoElement | null,
  { read, signal, onLooking }: ScanOptions,
): Promise<string> {
  if (!video) throw new WalletError("camera_unsupported");
  const camera = await openCamera();
  const lost = new AbortController();
  // Unplugged, taken by another application, or no longer allowed.
  camera.getVideoTracks()[0]?.addEventListener("ended", () => {
    lost.abort(new WalletError("camera_busy"));
  });
  try {
    signal.throwIfAborted();
    video.srcObject = camera;
    await video.play();
    onLooking("nothing");
    const { scanCode } = await import("#lib/wallet/scan-code.ts");
    const onOther = () => onLooking("other");
    return await scanCode(video, { read, onOther, signal: AbortSignal.any([signal, lost.signal]) });
  } finally {
    closeCamera(camera);
    video.srcObject = null;
  }
}
