import { useMutation } from "@tanstack/react-query";
import { toast } from "sonner";
import { describeError } from "#lib/client/describe-error.ts";
import { signOut } from "#lib/client/sign-in.ts";

export function useSignOut() {
  return useMutation({
    mutationFn: signOut,
    // A new document, so that nothing that was shown stays in memory.
    onSuccess: () => window.location.assign("/sign-in"),
    onError: (error) =>
      toast.error("You are still signed in", { description: describeError(error) }),
  });
}
