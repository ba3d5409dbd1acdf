/** Fields that the API does not document, and none that it does. */
type OwnFields<Known> = Record<string, unknown> & { [Name in NameIn<Known>]?: never };

/** Of any member of a union. */
type NameIn<T> = T extends unknown ? keyof T : never;

/**
 * A body, or a line item of one, with fields of your own beside the documented ones: they become part of the receipt. The
 * documented ones are still checked, so a misspelled name does not compile. What it is assigned to says of which type
 * the body is: `const sale: PaymentRequest = withOwnFields(…)`.
 */
export function withOwnFields<Known extends object>(
  known: NoInfer<Known>,
  own: NoInfer<OwnFields<Known>>,
): Known {
  return { ...own, ...known };
}
