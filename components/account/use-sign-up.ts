import { useMutation } from "@tanstack/react-query";
import type { z } from "zod";
import { signIn } from "#lib/client/sign-in.ts";
import { signUp } from "#lib/client/sign-up.ts";
import type { signUpRequest } from "#lib/contract/sign-up.ts";
import { enter } from "./enter.ts";

export function useSignUp() {
  return useMutation({
    mutationFn: async (request: z.input<typeof signUpRequest>) => {
      await signUp(request);
      await enter(await signIn({ email: request.email, password: request.password }));
    },
  });
}
