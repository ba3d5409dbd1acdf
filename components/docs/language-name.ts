const names = new Map([
  ["sh", "curl"],
  ["ts", "TypeScript"],
  ["js", "JavaScript"],
  ["py", "Python"],
  ["json", "JSON"],
  ["http", "HTTP"],
  ["swift", "Swift"],
  ["kotlin", "Kotlin"],
  ["sql", "SQL"],
  ["html", "HTML"],
  ["yaml", "YAML"],
  ["text", "Output"],
]);

/** What a reader calls the language of code. */
export function nameLanguage(language: string): string {
  return names.get(language) ?? language;
}
