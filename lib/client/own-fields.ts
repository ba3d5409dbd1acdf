/** Fields that the API does not document, and none that it does. */
type OwnFields<Known> = Record<string, unknown> & { [Name in keyof Known]?: never };

/**
 * A body, or a line item of one, with fields of your own beside the documented ones: they become part of the receipt. The
 * documented ones are still checked, so a misspelled name does not compile.
 */
export function withOwnFields<Known extends object>(
  known: NoInfer<Known>,
  own: OwnFields<NoInfer<Known>>,
): Known {
  return { ...own, ...known };
}
