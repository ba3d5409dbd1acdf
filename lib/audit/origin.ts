import { AsyncLocalStorage } from "node:async_hooks";

/** The origin of an act: the request that it is part of. */
export type Origin = {
  requestId: string | null;
  /** Of the client */
  address: string | null;
  /** The User-Agent header */
  device: string | null;
};

const MAX_DEVICE_LENGTH = 256;

const origins = new AsyncLocalStorage<Origin>();

/**
 * Runs the work of one request, and makes the request the origin of acts that are recorded in it. The context
 * is implicit, since every verb and store would have to pass it on otherwise.
 */
export function withOrigin<T>(origin: Origin, work: () => T): T {
  return origins.run(origin, work);
}

/** The origin of the current request; empty for the operator's tool and for jobs. */
export function currentOrigin(): Origin {
  const { requestId = null, address = null, device = null } = origins.getStore() ?? {};
  return { requestId, address, device: device?.slice(0, MAX_DEVICE_LENGTH).toWellFormed() ?? null };
}
