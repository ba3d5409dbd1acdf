/** What a route answers with; the envelope around `data` and the headers are added on the way out. */
export type Reply<T> = {
  status: 200 | 201;
  data: T;
  headers?: Record<string, string>;
};

export function ok<T>(data: T): Reply<T> {
  return { status: 200, data };
}

export function created<T>(data: T): Reply<T> {
  return { status: 201, data };
}

/** The answer of an earlier, identical call. */
export function replayed<T>(data: T): Reply<T> {
  return { status: 200, data, headers: { "Idempotent-Replayed": "true" } };
}
