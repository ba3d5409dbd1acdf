import { config } from "./config.ts";

const processWide = globalThis as { sealslipPublicUrl?: string };

/** Where people reach the service: for links that leave it. No slash at the end. */
export function publicUrl(): string {
  const { baseUrl, port } = config();
  return (
    baseUrl?.replace(/\/+$/, "") ?? processWide.sealslipPublicUrl ?? `http://localhost:${port}`
  );
}

/** Called at start, when the port is known. */
export function rememberPublicUrl(url: string): void {
  processWide.sealslipPublicUrl = url;
}
