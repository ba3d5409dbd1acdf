import { userInfo } from "node:os";
import { withOrigin } from "#lib/audit/origin.ts";

/** Runs the work of a tool, and records its acts under the name of the operator's account on this machine. */
export async function asOperator<T>(tool: string, work: () => Promise<T>): Promise<T> {
  const account = process.env.SUDO_USER ?? userInfo().username;
  const origin = { requestId: null, address: null, device: `${tool}, as ${account}` };
  return await withOrigin(origin, work);
}
