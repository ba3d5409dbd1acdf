import { config } from "./config.ts";

const processWide = globalThis as { sealslipPublicUrl?: string };

/**
 * Where people and providers reach the service, for links that leave it: BASE_URL, else the address
 * it was started on. Never the Host header, which a caller makes up. No slash at the end.
 */
export function publicUrl(): string {
  const { baseUrl, port } = config();
  return (
    baseUrl?.replace(/\/+$/, "") ?? processWide.sealslipPublicUrl ?? `http://localhost:${port}`
  );
}

/** Called at start, once the port is known. */
export function rememberPublicUrl(url: string): void {
  processWide.sealslipPublicUrl = url;
}
