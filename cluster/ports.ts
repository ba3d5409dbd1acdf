import { findFreePort } from "#lib/storage/embedded/postmaster.ts";

/** So many ports of loopback, each free and different from the others. */
export async function findFreePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await findFreePort());
  return [...ports];
}
