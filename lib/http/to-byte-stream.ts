import { log } from "#lib/log/logger.ts";
import type { Exchange } from "./exchange.ts";

/**
 * UTF-8 of the chunks, each made when it is read. A client that goes away ends the making. A failure
 * cuts the connection, since status and headers are sent by then: no client takes a part for all.
 */
export function toByteStream(
  exchange: Exchange,
  chunks: AsyncIterable<string>,
): ReadableStream<Uint8Array> {
  const encoded = encode(exchange, chunks);
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await encoded.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await encoded.return(undefined);
      },
    },
    // Nothing ahead of the reader.
    { highWaterMark: 0 },
  );
}

async function* encode(
  { requestId }: Exchange,
  chunks: AsyncIterable<string>,
): AsyncGenerator<Uint8Array, undefined> {
  const encoder = new TextEncoder();
  try {
    for await (const chunk of chunks) yield encoder.encode(chunk);
  } catch (err) {
    log().error({ request_id: requestId, err }, "an answer broke off");
    throw new Error("the answer broke off");
  }
}
