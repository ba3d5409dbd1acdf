import type { BarcodeDetector } from "qr/decode.js";

/** What the browser's own detector and the library's have in common. */
type Detector = Pick<BarcodeDetector, "detect">;

type ScanOptions<Code> = {
  /** Undefined for a code of something else. */
  read: (text: string) => Code | undefined;
  onOther: () => void;
  signal: AbortSignal;
};

/** Between two looks at the picture: often enough for a hand, and a phone stays cool. */
const PAUSE_MS = 150;

/** Looks at the video until it shows a QR code that `read` accepts. Rejects with the reason of the signal. */
export async function scanCode<Code>(
  video: HTMLVideoElement,
  { read, onOther, signal }: ScanOptions<Code>,
): Promise<Code> {
  let detector = (await createOwn()) ?? (await createLibrary());
  for (;;) {
    signal.throwIfAborted();
    if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) {
      try {
        for (const { rawValue } of await detector.detect(video)) {
          const code = read(rawValue);
          if (code !== undefined) return code;
          onOther();
        }
      } catch {
        // Some systems offer a detector whose service is not installed.
        detector = await createLibrary();
      }
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** Undefined where the browser has none, or none for QR codes. */
async function createOwn(): Promise<Detector | undefined> {
  const Own: typeof BarcodeDetector | undefined = Reflect.get(globalThis, "BarcodeDetector");
  const formats: readonly string[] = (await Own?.getSupportedFormats().catch(() => [])) ?? [];
  return Own && formats.includes("qr_code") ? new Own({ formats: ["qr_code"] }) : undefined;
}

async function createLibrary(): Promise<Detector> {
  const { BarcodeDetector: Library } = await import("qr/decode.js");
  return new Library({ formats: ["qr_code"] });
}
