"use client";

import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import { useWallet } from "./wallet-state.ts";

/** Says that the network is away, and what can be read all the same. */
export function OfflineNote() {
  const { opened } = useWallet();
  const online = useSyncExternalStore(
    listen,
    () => navigator.onLine,
    () => true,
  );
  if (online) return null;
  return (
    <p
      role="status"
      className="mx-5 mb-3 flex gap-2 border border-line bg-copy px-3.5 py-2.5 text-sm lg:mx-0"
    >
      <WifiOff aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
      {opened.size === 0
        ? "You are offline. Your keys are on this device; receipts open when you are back."
        : "You are offline. What you opened in this session stays readable."}
    </p>
  );
}

function listen(changed: () => void): () => void {
  window.addEventListener("online", changed);
  window.addEventListener("offline", changed);
  return () => {
    window.removeEventListener("online", changed);
    window.removeEventListener("offline", changed);
  };
}
