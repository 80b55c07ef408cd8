/** Text as one or more CDATA sections: `]]>` is written by ending one and beginning another. */
export function cdata(text: string): string {
  return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
}
