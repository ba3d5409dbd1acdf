import { z } from "zod";
import { defineProvider } from "#lib/gateways/provider.ts";
import { sandboxForm } from "./contract.ts";
import { createSandbox } from "./sandbox.ts";

export const sandbox = defineProvider({
  form: sandboxForm,
  credentials: z.strictObject({}),
  createGateway: (_, { gateway }) => createSandbox(gateway),
});
