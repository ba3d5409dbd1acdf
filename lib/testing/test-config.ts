import { type Config, config, parseConfig } from "#lib/config.ts";

/** What a process keeps for itself: all of it belongs to the configuration before. */
const processWide = globalThis as {
  sealslipConfig?: Config;
  sealslipPublicUrl?: unknown;
  sealslipApiKeys?: unknown;
  sealslipSessions?: unknown;
  sealslipLimiters?: unknown;
  sealslipSecrets?: unknown;
  sealslipConnections?: unknown;
};

// More than any gateway of the tests needs, however slow the machine.
const GATEWAY_TIMEOUT_MS = "20000";

/** Makes `env` the whole environment of the service in this process, as a fresh start would. */
export function setTestConfig(env: Record<string, string>): void {
  delete processWide.sealslipPublicUrl;
  delete processWide.sealslipApiKeys;
  delete processWide.sealslipSessions;
  delete processWide.sealslipLimiters;
  delete processWide.sealslipSecrets;
  delete processWide.sealslipConnections;
  processWide.sealslipConfig = parseConfig({ GATEWAY_TIMEOUT_MS, ...env });
}

/** Runs `work`, whose gateway never answers, without waiting long for that. */
export async function withImpatience<T>(work: () => Promise<T>, gatewayTimeoutMs = 50): Promise<T> {
  const patient = config();
  processWide.sealslipConfig = { ...patient, gatewayTimeoutMs };
  try {
    return await work();
  } finally {
    processWide.sealslipConfig = patient;
  }
}
