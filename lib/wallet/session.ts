import {
  getWalletSessionOperation,
  openGuestSessionOperation,
  type WalletSession,
} from "#lib/contract/wallet.ts";
import { callApi } from "./call-api.ts";

/** Throws WalletError. */
export async function getWalletSession(): Promise<WalletSession> {
  return await callApi(getWalletSessionOperation, { environment: "development" }, {});
}

/** Throws WalletError. */
export async function openGuestSession(): Promise<WalletSession> {
  return await callApi(openGuestSessionOperation, { environment: "development" }, {});
}
