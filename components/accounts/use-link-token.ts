"use client";

import { useSyncExternalStore } from "react";

/** The token of a link in a letter, after its #; undefined until the page is hydrated. */
export function useLinkToken(): string | undefined {
  return useSyncExternalStore(onHashChange, readHash, () => undefined);
}

function readHash(): string {
  return window.location.hash.slice(1);
}

function onHashChange(listener: () => void): () => void {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
}
