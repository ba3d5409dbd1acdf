/** A tax rate, given in thousandths of a percent, as it stands on a receipt: "8.875%", "7 %". */
export function formatRate(rate: number, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 3 });
  return format.format(rate / 100_000);
}
