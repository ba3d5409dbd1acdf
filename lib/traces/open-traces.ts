import type { SdkSettings } from "./open-telemetry.ts";
import { traceWith } from "./span.ts";

/** Without an address, nothing is traced. */
export type TraceSettings = Omit<SdkSettings, "endpoint"> & { endpoint: string | undefined };

/**
 * Traces from now on if an endpoint is set; otherwise not even the SDK is loaded. The returned function sends
 * the remaining spans.
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
