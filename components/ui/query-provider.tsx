"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { createQueryClient } from "#lib/browser/query-client.ts";
import { signInPath } from "#lib/browser/return-path.ts";

export function QueryProvider({ children }: { children: ReactNode }) {
  // In state, not in the module: on the server a module outlives the request it was loaded for.
  const [client] = useState(() => createQueryClient({ onSignedOut: goToSignIn }));
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

// A new document, so that no data of the ended session stays in memory.
function goToSignIn(): void {
  const { pathname, search } = window.location;
  window.location.assign(signInPath(`${pathname}${search}`));
}
