import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { type CameraObstacle, closeCamera, openCamera } from "#lib/wallet/camera.ts";

type ScannerState =
  | { name: "off" }
  | { name: "starting" }
  | { name: "looking"; sees: "nothing" | "other" }
  | { name: "barred"; obstacle: CameraObstacle }
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
    const camera = await openCamera();
    if (camera.state === "barred") {
      show({ name: "barred", obstacle: camera.obstacle });
      return;
    }
    try {
      const code = await scan(camera.stream, { video: video.current, read, signal, show });
      show({ name: "off" });
      latest.current(code);
    } catch (error) {
      show(
        hasEnded(camera.stream) ? { name: "barred", obstacle: "busy" } : { name: "failed", error },
      );
    } finally {
      closeCamera(camera.stream);
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
  video: HTMLVideoElement | null;
  read: (text: string) => string | undefined;
  signal: AbortSignal;
  show: (state: ScannerState) => void;
};

async function scan(
  stream: MediaStream,
  { video, read, signal, show }: ScanOptions,
): Promise<string> {
  signal.throwIfAborted();
  if (!video) throw new Error("There is no video to show the camera in.");
  const lost = new AbortController();
  stream.getVideoTracks()[0]?.addEventListener("ended", () => lost.abort());
  try {
    video.srcObject = stream;
    await video.play();
    show({ name: "looking", sees: "nothing" });
    const { scanCode } = await import("#lib/wallet/scan-code.ts");
    const onOther = () => show({ name: "looking", sees: "other" });
    return await scanCode(video, { read, onOther, signal: AbortSignal.any([signal, lost.signal]) });
  } finally {
    video.srcObject = null;
  }
}

/** Unplugged, taken by another application, or no longer allowed. */
function hasEnded(stream: MediaStream): boolean {
  return stream.getVideoTracks().every(({ readyState }) => readyState === "ended");
}
