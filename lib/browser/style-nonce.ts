import { setNonce } from "get-nonce";

/** Radix's dialogs and menus add a <style> that locks scrolling; the policy of the page lets it with this nonce alone. */
export function setStyleNonce(): void {
  const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
  if (nonce) setNonce(nonce);
}
