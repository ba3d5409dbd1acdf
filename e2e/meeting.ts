/** Waits until it was called so many times. */
export function meetingOf(size: number): () => Promise<void> {
  const complete = Promise.withResolvers<void>();
  const seats = { free: size };
  return async () => {
    seats.free -= 1;
    if (seats.free <= 0) complete.resolve();
    await complete.promise;
  };
}
