type Event = { eventId: string; type: string; createdAt: string; data: Record<string, unknown> };

/** All events since the one that you have handled last, the oldest first. */
export async function* eventsAfter(
  { url, apiKey }: { url: string; apiKey: string },
  lastEventId?: string,
): AsyncGenerator<Event> {
  let after: string | null | undefined = lastEventId;
  while (after !== null) {
    const query = new URLSearchParams({ limit: "100", ...(after && { after }) });
    const response: Response = await fetch(`${url}/api/v1/events?${query}`, {
      headers: { "X-API-Key": apiKey },
    });
    if (response.status === 400 && after) {
      // Away for more than 30 days: begin with the oldest event that is kept, and fetch what you miss.
      after = undefined;
      continue;
    }
    if (!response.ok) throw new Error(`events: ${response.status}`);
    const { data } = (await response.json()) as {
      data: { events: Event[]; nextCursor: string | null };
    };
    yield* data.events;
    after = data.nextCursor;
  }
}
