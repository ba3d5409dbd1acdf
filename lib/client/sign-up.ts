import type { z } from "zod";
import type { signUpOperation, signUpRequest } from "#lib/contract/sign-up.ts";
import { callApi } from "./call-api.ts";

export async function signUp(body: z.input<typeof signUpRequest>): Promise<void> {
  await callApi<typeof signUpOperation>("POST", "/api/console/sign-up", { body });
}
