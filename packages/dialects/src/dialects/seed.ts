import type { ToolSpec } from '../canonical/message.ts'
import { SPACE } from '../engine/sequence-mark.ts'
import { tagsDialect } from '../shapes/tags/tags-dialect.ts'
import { pythonValues } from '../shapes/tags/write-tags.ts'
import { pythonFunction, pythonParameters } from '../shapes/tools/python-tools.ts'
import { toolSpelling } from '../shapes/tools/tool-spellings.ts'
import { functionSigns, functionTags } from './qwen.ts'

/** `[必填]` must be given, `[选填]` may be. */
const asPythonFunction = toolSpelling('seed-function', (tool: ToolSpec) => {
  const parameters = pythonParameters(tool)
  const lines = parameters.map(
    ({ name, type, required, description }) =>
      `- ${name} (${type}) [${required ? '必填' : '选填'}]${description === '' ? '' : `: ${description}`}`,
  )
  return pythonFunction(`${tool.name}(${parameters.map(({ name, type }) => `${name}: ${type}`).join(', ')})`, [
    tool.description,
    ...(lines.length > 0 ? ['', 'Args:', ...lines] : []),
  ])
})

/**
 * The tags of Qwen3-Coder around values as Python prints them:
 *
 *     <seed:tool_call>
 *     <function=find_book>
 *     <parameter=tags>['a', 'b']</parameter>
 *     </function>
 *     </seed:tool_call>
 */
export const seedOss = tagsDialect({
  id: 'seed-oss',
  title: 'Seed-OSS',
  speakers: ['Seed-OSS'],
  calls: {
    ...functionTags,
    parameter: '<parameter=$key>$value</parameter>\n',
    section: ['<seed:tool_call>\n', '\n</seed:tool_call>'],
    values: pythonValues,
    knownBy: [['<seed:tool_call>', SPACE, '<function='], ...functionSigns.slice(1)],
  },
  results: { each: '<seed:bos>tool\n$result<seed:eos>', between: '\n' },
  stop: ['<seed:bos>tool'],
  lesson: {
    paragraphs: ['$tools', '调用工具时请使用以下格式：\n$call'],
    tool: asPythonFunction,
    each: 'Function:\n$tool',
    betweenTools: '\n\n',
    examples: [{ name: 'function_name', key: 'parameter_1', value: 'value_1' }],
  },
  turns: ['<seed:bos>tool'],
  reasoning: [
    { open: '<seed:think>', close: '</seed:think>' },
    { open: '<think>', close: '</think>' },
  ],
})
