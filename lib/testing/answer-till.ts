/** An answer of the service to a till, or none: it throws, or stays silent. */
export type TillAnswer = (init?: RequestInit) => Response | Promise<Response>;

/** Stands for the network: gives these answers, and returns what it was asked. */
export function answerTill(...answers: TillAnswer[]): { path: string; body: string }[] {
  const asked: { path: string; body: string }[] = [];
  globalThis.fetch = async (address, init) => {
    asked.push({ path: String(address), body: String(init?.body) });
    const answer = answers[asked.length - 1];
    if (!answer) throw new Error("asked too often");
    return answer(init);
  };
  return asked;
}

export function failure(
  status: number,
  code: string,
  { details = "", headers = {} }: { details?: string; headers?: Record<string, string> } = {},
): TillAnswer {
  return () => Response.json({ error: { code, message: "No", details } }, { status, headers });
}

/** Nothing ever comes back. */
export const silent: TillAnswer = (init) =>
  new Promise<Response>((_, reject) => {
    init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
  });

export const cut: TillAnswer = () => {
  throw new TypeError("cut");
};

export const taken: TillAnswer = () =>
  Response.json(
    {
      success: true,
      data: { paymentId: "pay_1", veroMetadata: { paymentStatus: "succeeded" } },
    },
    { status: 200, headers: { "X-Request-Id": "req_2", "Idempotent-Replayed": "true" } },
  );
