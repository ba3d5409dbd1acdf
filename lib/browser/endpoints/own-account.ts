import type {
  beginSecondFactorOperation,
  changePasswordOperation,
  confirmSecondFactorOperation,
  endAllSessionsOperation,
  PasswordChange,
  removeSecondFactorOperation,
  TotpSetup,
} from "#lib/accounts/contract.ts";
import { callApi } from "#lib/browser/api.ts";

const secondFactor = "/api/console/second-factor";

/** Ends every other session of the member; this browser gets a new one. */
export async function changePassword(body: PasswordChange): Promise<void> {
  await callApi<typeof changePasswordOperation>("PUT", "/api/console/password", { body });
}

export function beginSecondFactor(): Promise<TotpSetup> {
  return callApi<typeof beginSecondFactorOperation>("POST", secondFactor, {});
}

/** Takes the secret that was begun into use; gives the recovery codes, once. */
export async function confirmSecondFactor(code: string): Promise<string[]> {
  const body = { code };
  return (await callApi<typeof confirmSecondFactorOperation>("PUT", secondFactor, { body }))
    .recoveryCodes;
}

export async function removeSecondFactor(password: string): Promise<void> {
  const body = { password };
  await callApi<typeof removeSecondFactorOperation>("DELETE", secondFactor, { body });
}

/** Signs out everywhere, here too. */
export async function endAllSessions(): Promise<void> {
  await callApi<typeof endAllSessionsOperation>("POST", "/api/console/session/end-all", {});
}
