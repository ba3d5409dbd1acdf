/** What a route answers with; the envelope around `data` and the headers are added on the way out. */
export type Reply<T> = JsonReply<T> | StreamedReply;

type JsonReply<T> = {
  status: 200 | 201;
  data: T;
  headers?: Record<string, string>;
};

/** A document too long to be held: each chunk is asked for when the client has taken those before. */
export type StreamedReply = {
  status: 200;
  chunks: AsyncIterable<string>;
  headers: Record<string, string> & { "Content-Type": string };
};

export function ok<T>(data: T): JsonReply<T> {
  return { status: 200, data };
}

export function created<T>(data: T): JsonReply<T> {
  return { status: 201, data };
}

/** The answer of an earlier, identical call. */
export function replayed<T>(data: T): JsonReply<T> {
  return { status: 200, data, headers: { "Idempotent-Replayed": "true" } };
}

export function streamed(
  chunks: AsyncIterable<string>,
  headers: StreamedReply["headers"],
): StreamedReply {
  return { status: 200, chunks, headers };
}
