import { parseConfig } from "#lib/config.ts";

/** What a process keeps for itself: all of it belongs to the configuration before. */
const processWide = globalThis as {
  sealslipConfig?: unknown;
  sealslipPublicUrl?: unknown;
  sealslipApiKeys?: unknown;
  sealslipLimiters?: unknown;
  sealslipSecrets?: unknown;
  sealslipConnections?: unknown;
};

/** Makes `env` the whole environment of the service in this process, as a fresh start would. */
export function setTestConfig(env: Record<string, string>): void {
  delete processWide.sealslipPublicUrl;
  delete processWide.sealslipApiKeys;
  delete processWide.sealslipLimiters;
  delete processWide.sealslipSecrets;
  delete processWide.sealslipConnections;
  processWide.sealslipConfig = parseConfig({ GATEWAY_TIMEOUT_MS: "300", ...env });
}
