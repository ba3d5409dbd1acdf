import { type Agent, request as httpRequest } from "node:http";

export type Sent = {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  headers?: Record<string, string>;
  /** JSON unless it is text. */
  body?: unknown;
};

type Received = { status: number; headers: Headers; body: string };

export type Send = (sent: Sent) => Promise<Received>;

/** Sends over the agent's connections, which begin at an address of the caller's own. */
export function createSend(url: string, agent: Agent): Send {
  return ({ method = "GET", path, headers = {}, body }) => {
    const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const request = httpRequest(`${url}${path}`, {
        agent,
        method,
        headers: {
          ...(text === undefined
            ? {}
            : { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) }),
          ...headers,
        },
      });
      request.on("error", reject).on("response", async (response) => {
        const chunks: Buffer[] = [];
        response.on("error", reject).on("data", (chunk) => chunks.push(chunk));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: new Headers(response.headers as Record<string, string>),
            body: Buffer.concat(chunks).toString(),
          }),
        );
      });
      request.end(text);
    });
  };
}
