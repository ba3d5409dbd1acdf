/** Code in Markdown, in the language that its highlighting is named by. */
export function fence(language: string, lines: readonly string[]): string {
  return [`\`\`\`${language}`, ...lines, "```"].join("\n");
}
