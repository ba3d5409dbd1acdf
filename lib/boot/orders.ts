import { once } from "node:events";
import type { Config } from "#lib/config.ts";

/** What a process of the server is to do, from its supervisor. */
export type Orders = {
  port: number;
  processes: number;
  /** Of the supervisor's environment, which passes them on to no other process. */
  secrets: Config["secrets"];
  /** Prints the steps of its start, and makes the demo. */
  isFirst: boolean;
  runsJobs: boolean;
};

/** Asks the supervisor for the embedded database: the first to ask has it started. */
export const DATABASE = "database";

/** Tells a process that another has taken its place. */
export const RETIRE = "retire";

export async function receiveOrders(): Promise<Orders> {
  const [orders] = (await once(process, "message")) as [Orders];
  return orders;
}
