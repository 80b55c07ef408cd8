/** A block of code in Markdown, with a fence that nothing inside of it ends. */
export function fenced(text: string, language = ''): string {
  let longest = 2
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language.replaceAll(/[^\w+-]/g, '')}\n${text}\n${fence}`
}
