import { useMutation } from "@tanstack/react-query";
import { api } from "#lib/browser/api.ts";

/** Ends the visit of this browser and begins another. */
export function useRestart(onRestart: () => void) {
  return useMutation({
    networkMode: "always",
    mutationFn: () => api("POST /api/demo/visit", { body: { startAgain: true } }),
    onSuccess: onRestart,
  });
}

export type Restart = ReturnType<typeof useRestart>;
