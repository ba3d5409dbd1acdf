/** One cookie of a Cookie header. */
export function readCookie(cookies = "", name: string): string | undefined {
  const found = cookies.split(/; */).find((cookie) => cookie.startsWith(`${name}=`));
  return found?.slice(name.length + 1);
}
