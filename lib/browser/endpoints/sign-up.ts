import type { z } from "zod";
import { callApi } from "#lib/browser/api.ts";
import type { signUpOperation, signUpRequest } from "#lib/organizations/contract.ts";

export async function signUp(body: z.input<typeof signUpRequest>): Promise<void> {
  await callApi<typeof signUpOperation>("POST", "/api/console/sign-up", { body });
}
