import { ApiError, type ApiErrorCode, CryptoError } from "@sealslip/client";
import { CliError, type ExitCode, exitCodes } from "./cli-error.ts";
import { Interrupted } from "./interrupt.ts";
import { color, printable } from "./text.ts";

type Failure = {
  exitCode: ExitCode;
  code: string;
  message: string;
  details?: string | undefined;
  requestId?: string | undefined;
  remedy?: string | undefined;
};

/** Prints a failure to stderr and returns the exit code. */
export function reportError(error: unknown, { json }: { json: boolean }): ExitCode {
  if (error instanceof Interrupted) {
    if (error.message !== "") process.stderr.write(`\n${error.message}\n`);
    return exitCodes.interrupted;
  }
  const { exitCode, ...failure } = describeFailure(error);
  process.stderr.write(json ? `${JSON.stringify({ error: failure })}\n` : formatFailure(failure));
  return exitCode;
}

function formatFailure({ message, details, requestId, remedy }: Omit<Failure, "exitCode">): string {
  const lines = [
    `${color("red", "Error:", process.stderr)} ${message}`,
    ...(details ? details.split("; ") : []).map((line) => `  ${line}`),
    ...(remedy ? [remedy] : []),
    ...(requestId ? [`Request id: ${requestId}`] : []),
  ];
  return `${lines.map(printable).join("\n")}\n`;
}

function describeFailure(error: unknown): Failure {
  if (error instanceof ApiError) {
    const { code, message, details, requestId } = error;
    const remedy = remedyFor(error);
    return { exitCode: exitCodeOf(error), code, message, details, requestId, remedy };
  }
  if (error instanceof CliError) {
    const { exitCode, message, remedy } = error;
    return { exitCode, code: "cli", message, remedy };
  }
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof CryptoError) {
    return { exitCode: exitCodes.refused, code: error.reason, message, remedy: keyRemedy };
  }
  return { exitCode: exitCodes.refused, code: "unexpected", message };
}

const keyRemedy = "Is it the private key of the device, and the receipt one that was sealed to it?";

function exitCodeOf({ code, status }: ApiError): ExitCode {
  if (code === "unauthorized" || code === "forbidden") return exitCodes.unauthorized;
  if (code === "payment_declined") return exitCodes.declined;
  return status === 0 || status >= 500 ? exitCodes.undecided : exitCodes.refused;
}

function remedyFor({ code, retryAfter }: ApiError): string | undefined {
  if (code === "rate_limit_exceeded") return `Repeat the command in ${retryAfter ?? 60} seconds.`;
  return remedies[code];
}

const remedies: Partial<Record<ApiErrorCode, string>> = {
  unauthorized:
    "The key is unknown, revoked, or expired. Sign in with `sealslip login`, or set SEALSLIP_API_KEY.",
  forbidden: "`sealslip whoami` lists the scopes of your key; create another in the console.",
  not_found: "Check the id, and that your key belongs to the same environment: `sealslip whoami`.",
  no_answer: "Check the address and the network; `sealslip doctor` looks closer.",
  unreadable: "Something else answers at this address; `sealslip doctor` looks closer.",
  internal_server_error: "Repeat the command. If it fails again, send the operator the request id.",
  service_unavailable: "Repeat the command in a minute.",
};
