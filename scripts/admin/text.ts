/** Strangers choose names, and a terminal obeys control characters. */
export function toLine(name: string): string {
  return name.replace(/\p{C}/gu, "�");
}

export function toDay(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** `1 trail`, `2 trails` */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}

const units = [
  [24 * 60 * 60, "d"],
  [60 * 60, "h"],
  [60, "min"],
] as const;

/** `3 h`: the time between, in the largest unit that fits. */
export function describeSpan(from: Date, to: Date): string {
  const seconds = Math.max(0, Math.round((to.getTime() - from.getTime()) / 1000));
  const unit = units.find(([length]) => seconds >= length);
  return unit ? `${Math.floor(seconds / unit[0])} ${unit[1]}` : `${seconds} s`;
}
