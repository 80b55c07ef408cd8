/** A PDF file of one page with a word on it. `more` goes into its catalogue and into its page. */
export function pdfOf(word: string, [catalogue = '', page = '']: readonly string[] = []): string {
  const stream = `BT /F1 36 Tf 40 100 Td (${word}) Tj ET`
  const objects = [
    `<</Type/Catalog/Pages 2 0 R${catalogue}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>${page}>>`,
    `<</Length ${stream.length}>>\nstream\n${stream}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`)
  const starts = body.map((_, index) => 9 + body.slice(0, index).join('').length)
  const table = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  const end = 9 + body.join('').length
  return `%PDF-1.4\n${body.join('')}xref\n0 6\n0000000000 65535 f \n${table}trailer\n<</Size 6/Root 1 0 R>>\nstartxref\n${end}\n%%EOF`
}
