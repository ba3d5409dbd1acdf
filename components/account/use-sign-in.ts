import { useMutation } from "@tanstack/react-query";
import { type Credentials, type SignInOutcome, signIn } from "#lib/client/sign-in.ts";
import { goHome } from "./go-home.ts";

/** Signs in, and leaves for the console; every refusal is an outcome, not an error. */
export function useSignIn() {
  return useMutation({
    mutationFn: async (credentials: Credentials): Promise<SignInOutcome> => {
      const outcome = await signIn(credentials);
      // Within the work: the button stays busy until the next page is there.
      if (outcome.state === "signed_in") await goHome();
      return outcome;
    },
  });
}
