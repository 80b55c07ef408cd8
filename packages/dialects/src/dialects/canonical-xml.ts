import { plainText, type SpokenCall, type ToolResult } from '../canonical/part.ts'
import type { Dialect } from '../dialect.ts'
import { SPACE, sequenceMark, WORD } from '../engine/sequence-mark.ts'
import { shapeDialect, taught } from '../shapes/shape-dialect.ts'
import { cdata, encodeAttribute, readCdata } from '../shapes/tags/tag.ts'
import { readTagged } from '../shapes/tags/tagged-block.ts'
import { type TaggedMarks, taggedMarks } from '../shapes/tags/tagged-shape.ts'
import { typeAttribute } from '../shapes/tags/tagged-value.ts'
import { writeArguments } from '../shapes/tags/write-tags.ts'
import { asLines } from '../shapes/tools/tool-spellings.ts'

const OPEN = '<tool '
/** `<tool_x7Qp `: a suffix that code cannot know, so that `</tool>` inside it ends nothing. */
const SUFFIXED = sequenceMark('suffixed', ['<tool_', WORD, ' ', SPACE, 'name'])
const OPENERS = [OPEN, SUFFIXED]
/** Other elements of ours that begin like a call. */
const NOT_CALL = /^tool_(?:result|calls?|code|response)?$/

/**
 * Our own form, and the one conversations are exchanged in:
 *
 *     <tool name="find_book">
 *     <param name="title">Momo</param>
 *     </tool>
 */
export const canonicalXml: Dialect = createCanonicalXml()

/** The same with a suffix on the tag that calls are written in. All suffixes are read. */
export function createCanonicalXml({ suffix = '' }: { readonly suffix?: string } = {}): Dialect {
  const tag = suffix === '' ? 'tool' : `tool_${suffix}`
  return shapeDialect(
    {
      id: 'canonical-xml',
      aliases: ['operit-xml', 'xml'],
      title: 'Canonical XML',
      speakers: [],
      results: { each: '$result', between: '\n' },
      stop: ['<tool_result'],
      lesson: taught({
        intro: [
          '### TOOL_USE_PROTOCOL',
          'You can use tools. To call one, write an XML element that names it, with one `<param>` for each argument.',
          '- Write values as they are, without escapes; lists and objects as JSON.',
          `- A value that contains \`</param>\` or \`</${tag}>\` goes between \`<![CDATA[\` and \`]]>\`.`,
          '- Write several elements to call several tools, and nothing behind the last one.',
        ].join('\n'),
        tool: asLines,
        each: '#### Tool: $name\n$tool',
        call: `<${tag} name="{tool_name}">\n<param name="{parameter_name}">{value}</param>\n</${tag}>`,
        result: '<tool_result name="{tool_name}" status="success"><content>{result}</content></tool_result>',
      }),
      turns: ['<tool_result', '</tool_result>'],
      patience: 640,
    },
    {
      marks: [OPEN, `<${tag} `, '</tool>', `</${tag}>`, '<param ', '</param>'],
      signs: () => OPENERS,
      format: (calls) => calls.map((call) => formatCall(call, tag)).join('\n'),
      grammar: ({ text, parameters }) => ({
        trigger: `<${tag} name="`,
        call: (tool) =>
          `${text(`<${tag} name="${encodeAttribute(tool.name)}">\n`)} ${parameters(tool, (name) => text(`<param name="${encodeAttribute(name)}">`), '</param>\n')} ${text(`</${tag}>`)}`,
        between: text('\n'),
      }),

      *parse(reading) {
        const known = new Map<string, TaggedMarks>()
        let opening = yield* reading.prose.until(OPENERS)
        while (opening) {
          const name = opening.text.slice(1, opening.text.search(/\s/))
          const marks = known.get(name) ?? marksFor(name)
          known.set(name, marks)
          if (opening.mark === SUFFIXED) reading.source.unread(opening.text.slice(name.length + 2))
          if (NOT_CALL.test(name)) reading.write.text(`<${name} `)
          else yield* readTagged(reading, `<${name} `, marks)
          opening = yield* reading.prose.until(OPENERS)
        }
      },
    },
    { formatResults: (results) => results.map(formatResult).join('\n') },
  )
}

function marksFor(tag: string): TaggedMarks {
  return taggedMarks({
    call: { open: [`<${tag} `], headEnd: ['>'], attribute: 'name', close: [`</${tag}>`] },
    parameter: { open: ['<param '], headEnd: ['>'], attribute: 'name', close: ['</param>'] },
    space: 'keep',
    cdata: readCdata,
    idAttribute: 'id',
    typesByAttribute: typeAttribute,
  })
}

function formatCall(call: SpokenCall, tag: string): string {
  return `<${tag} name="${encodeAttribute(call.name)}">\n${writeArguments(call, (name, text) => `<param name="${encodeAttribute(name)}">${safeText(text)}</param>\n`)}</${tag}>`
}

function formatResult(result: ToolResult): string {
  const [status, tag] = result.outcome === 'ok' ? ['success', 'content'] : ['error', 'error']
  return `<tool_result name="${encodeAttribute(result.name)}" status="${status}"><${tag}>${safeText(plainText(result))}</${tag}></tool_result>`
}

/** Text that could be taken for markup goes into a CDATA section; everything else stays readable. */
function safeText(text: string): string {
  return /<\/|<!\[CDATA\[|<param |<tool/.test(text) ? cdata(text) : text
}
