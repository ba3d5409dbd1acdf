/**
 * The first language (BCP 47) that Intl accepts. A browser reports what its system is set to, and `C` or
 * `en-US@posix` would make every format throw.
 */
export function pickLocale(languages: readonly string[]): string {
  return languages.find(isLocale) ?? "en-US";
}

/**
 * This device's time zone. For a system whose zone is unknown, Chromium names `Etc/Unknown`, which Intl refuses, and
 * Node names none.
 */
export function findTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? timeZone : "UTC";
}

export function isTimeZone(name: string | undefined): boolean {
  // Intl reads undefined as this device's own.
  return (
    name !== undefined && isAccepted(() => new Intl.DateTimeFormat("en-US", { timeZone: name }))
  );
}

function isLocale(language: string): boolean {
  return isAccepted(() => Intl.getCanonicalLocales(language));
}

function isAccepted(use: () => unknown): boolean {
  try {
    use();
    return true;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return false;
  }
}
