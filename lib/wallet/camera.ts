/** What keeps the camera away: the cardholder, the device, another application, or the browser. */
export type CameraObstacle = "refused" | "missing" | "busy" | "unsupported";

export type Camera =
  | { state: "open"; stream: MediaStream }
  | { state: "barred"; obstacle: CameraObstacle };

/** Asks for the camera at the back, or any other. */
export async function openCamera(): Promise<Camera> {
  // Absent outside a secure context, and in browsers without cameras.
  if (!navigator.mediaDevices?.getUserMedia) return { state: "barred", obstacle: "unsupported" };
  try {
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 720 } },
    });
    return { state: "open", stream };
  } catch (cause) {
    return { state: "barred", obstacle: nameObstacle(cause) };
  }
}

export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** By the names of Media Capture and Streams, section 10.2. */
function nameObstacle(cause: unknown): CameraObstacle {
  const name = cause instanceof Error ? cause.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "refused";
  if (name === "NotFoundError" || name === "OverconstrainedError") return "missing";
  if (name === "NotReadableError" || name === "AbortError") return "busy";
  return "unsupported";
}

/**
 * Whether this page may have asked for the camera at all. A document keeps the permissions that it was loaded with:
 * one that was loaded as another page of the site and became the wallet later has none for the camera.
 */
export function isWalletDocument(): boolean {
  const [loaded] = performance.getEntriesByType("navigation");
  return loaded === undefined || /^\/wallet(?:\/|$)/.test(new URL(loaded.name).pathname);
}
