import { setNonce } from "get-nonce";
import { config } from "zod/v4/core";
import { explainIssue } from "#lib/browser/explain-issue.ts";

// Next runs this in the browser before any page's code: what libraries do by themselves must fit
// the policy of lib/boot/front-door.ts before the first of them is used.

// zod compiles its parsers with `new Function` where nobody says no.
config({ jitless: true, customError: explainIssue });

// Radix's dialogs and menus add a <style> that locks scrolling; it takes the nonce from here.
const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
if (nonce) setNonce(nonce);
