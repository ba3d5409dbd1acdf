import { WalletError, type WalletFailure } from "./wallet-error.ts";

/** Asks for the camera at the back, or any other. Throws `camera_…` by what keeps it away. */
export async function openCamera(): Promise<MediaStream> {
  // Absent outside a secure context, and in browsers without cameras.
  if (!navigator.mediaDevices?.getUserMedia) throw new WalletError("camera_unsupported");
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 720 } },
    });
  } catch (cause) {
    throw new WalletError(nameObstacle(cause), { cause });
  }
}

export function closeCamera(camera: MediaStream): void {
  for (const track of camera.getTracks()) track.stop();
}

/** By the names of Media Capture and Streams, section 10.2. */
function nameObstacle(cause: unknown): WalletFailure {
  const name = cause instanceof Error ? cause.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "camera_refused";
  if (name === "NotFoundError" || name === "OverconstrainedError") return "camera_missing";
  if (name === "NotReadableError" || name === "AbortError") return "camera_busy";
  return "camera_unsupported";
}

/**
 * Whether this page may have asked for the camera at all. A document keeps the permissions that it was loaded with:
 * one that was loaded as another page of the site and became the wallet later has none for the camera.
 */
export function isWalletDocument(): boolean {
  const [loaded] = performance.getEntriesByType("navigation");
  return loaded === undefined || /^\/wallet(?:\/|$)/.test(new URL(loaded.name).pathname);
}
