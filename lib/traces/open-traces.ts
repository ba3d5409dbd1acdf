import type { SdkSettings } from "./open-telemetry.ts";
import { traceWith } from "./span.ts";

/** Without an address, nothing is traced. */
export type TraceSettings = Omit<SdkSettings, "endpoint"> & { endpoint: string | undefined };

/**
 * Traces from now on where there is somebody to send it to; otherwise not even the SDK is loaded. What is
 * returned sends what is left.
 */
export async function openTraces(settings: TraceSettings): Promise<AsyncDisposable | undefined> {
  const { endpoint } = settings;
  if (endpoint === undefined) return undefined;
  const { startOpenTelemetry } = await import("./open-telemetry.ts");
  const { tracer, close } = startOpenTelemetry({ ...settings, endpoint });
  traceWith(tracer);
  return {
    async [Symbol.asyncDispose]() {
      traceWith(undefined);
      await close();
    },
  };
}
