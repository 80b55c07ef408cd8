import { jsonDialect, twoExamples } from '../shapes/json/json-dialect.ts'
import { asFunction } from '../shapes/tools/tool-spellings.ts'

/**
 *     <TOOLCALL>[{"name": "find_book", "arguments": {"title": "Momo"}}]</TOOLCALL>
 */
export const nemotronV2 = jsonDialect({
  id: 'nemotron-v2',
  title: 'Nemotron Nano 2',
  speakers: ['Nemotron Nano 2', 'Llama-3.3 Nemotron Super 1.5'],
  calls: { section: ['<TOOLCALL>[', ']</TOOLCALL>'], between: ', ' },
  results: { each: '$result', as: 'json', between: ', ', around: ['<TOOL_RESPONSE>[', ']</TOOL_RESPONSE>'] },
  lesson: {
    paragraphs: ['<AVAILABLE_TOOLS>[$tools]</AVAILABLE_TOOLS>', 'To call tools, write all calls as one JSON list:', '$call'],
    tool: asFunction,
    betweenTools: ', ',
    examples: twoExamples,
  },
  turns: ['<AVAILABLE_TOOLS>', '</AVAILABLE_TOOLS>'],
})
