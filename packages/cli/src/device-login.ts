import { hostname } from "node:os";
import { ApiError } from "@sealslip/client";
import { readData, sendRequest } from "../../../lib/client/send-request.ts";
import type { PolledLoginJson, StartedLogin } from "../../../lib/device-logins/contract.ts";
import { CliError, exitCodes } from "./cli-error.ts";
import { sleep } from "./follow-events.ts";

type Approved = Extract<PolledLoginJson, { state: "approved" }>;

type Login = {
  baseUrl: string;
  signal: AbortSignal;
  /** What the member has to do meanwhile. */
  onStarted: (started: StartedLogin) => void;
  onTrouble: (text: string) => void;
};

/** Gets an API key that a member approves in a browser. Throws CliError where it is denied or too late. */
export async function loginByDevice(login: Login): Promise<Approved> {
  const started = await start(login);
  login.onStarted(started);
  const end = performance.now() + started.expiresInSeconds * 1000;
  let waitSeconds = started.intervalSeconds;
  while (performance.now() < end) {
    await sleep(waitSeconds * 1000, login.signal);
    const answer = await poll(login, started);
    if (answer === undefined) continue;
    if (answer.state === "approved") return answer;
    if (answer.state === "denied") throw refused("The sign-in was denied");
    if (answer.state === "expired") break;
    waitSeconds = answer.intervalSeconds;
  }
  throw refused("The code is no longer valid: nothing was approved in time");
}

async function start({ baseUrl, signal }: Login): Promise<StartedLogin> {
  const deviceName =
    hostname()
      .replace(/[^\w.-]/g, "-")
      .slice(0, 64) || "a computer";
  return await post<StartedLogin>(`${baseUrl}/api/device-logins`, { deviceName }, signal);
}

/** Undefined without an answer: the next poll may have one. */
async function poll(
  { baseUrl, signal, onTrouble }: Login,
  { deviceCode }: StartedLogin,
): Promise<PolledLoginJson | undefined> {
  try {
    return await post<PolledLoginJson>(
      `${baseUrl}/api/device-logins/token`,
      { deviceCode },
      signal,
    );
  } catch (error) {
    const isTemporary =
      error instanceof ApiError &&
      (error.status === 0 || error.status === 429 || error.status >= 500);
    if (!isTemporary) throw error;
    // If this answer had the key, it is lost, and the next one says that the code is used up.
    onTrouble("The service cannot answer; trying again …");
    await sleep((error.retryAfter ?? 0) * 1000, signal);
    return undefined;
  }
}

async function post<T>(address: string, body: object, signal: AbortSignal): Promise<T> {
  const limit = AbortSignal.timeout(30_000);
  const both = AbortSignal.any([signal, limit]);
  try {
    return (await readData(
      await sendRequest(address, { method: "POST", body, signal: both }),
    )) as T;
  } catch (cause) {
    signal.throwIfAborted();
    if (!limit.aborted) throw cause;
    throw new ApiError({ status: 0, code: "no_answer", message: "No answer", cause });
  }
}

function refused(message: string): CliError {
  return new CliError(
    exitCodes.unauthorized,
    message,
    "Start again with `sealslip login`. If you approved it, look for the key under API keys in the console, and revoke it.",
  );
}
