import { ApiError } from "@sealslip/client";

/** The service's clock by its Date header, which counts whole seconds. Throws ApiError without an answer. */
export async function readServiceTime(baseUrl: string, signal: AbortSignal): Promise<Date> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(10_000)]);
  const request = { signal: limit, redirect: "error" } as const;
  const response = await fetch(`${baseUrl}/api/health`, request).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw new ApiError({ status: 0, code: "no_answer", message: "No answer", cause });
  });
  await response.body?.cancel();
  const date = response.headers.get("date");
  return date === null ? new Date() : new Date(date);
}
