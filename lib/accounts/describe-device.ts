type Pattern = readonly [name: string, pattern: RegExp];

// Each browser also claims to be those below it in this list.
const browsers: readonly Pattern[] = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\b(?:OPR|Opera)\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ["Safari", /\bVersion\/\S+ .*\bSafari\//],
];

const systems: readonly Pattern[] = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMacintosh\b/],
  ["Linux", /\bLinux\b/],
];

/** A User-Agent header in words, such as `Firefox on Windows`; only a hint, since any client can send it. */
export function describeDevice(userAgent: string | null): string {
  const browser = nameIn(browsers, userAgent ?? "");
  const system = nameIn(systems, userAgent ?? "");
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "Unknown device";
}

function nameIn(patterns: readonly Pattern[], userAgent: string): string | undefined {
  return patterns.find(([, pattern]) => pattern.test(userAgent))?.[0];
}
