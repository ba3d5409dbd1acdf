// Each of the two calls of a charge has an idempotency key of its own; Square allows 45 characters for a
// payment's.

export function orderKey(paymentId: string): string {
  return `${paymentId}:order`;
}

export function paymentKey(paymentId: string): string {
  return `${paymentId}:pay`;
}
