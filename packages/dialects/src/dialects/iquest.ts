import { SPACE, WORD } from '../engine/sequence-mark.ts'
import { tagsDialect } from '../shapes/tags/tags-dialect.ts'
import { keyAndValueLesson, keyAndValueTags } from './glm.ts'

/**
 * The tags of GLM in a tag of its own:
 *
 *     <iquest_tool_call>find_book<arg_key>title</arg_key><arg_value>Momo</arg_value></iquest_tool_call>
 */
function iquest(id: string, title: string, speaker: string, tag: string) {
  const calls = keyAndValueTags('')
  return tagsDialect({
    id,
    title,
    speakers: [speaker],
    calls: {
      ...calls,
      call: calls.call.replaceAll('tool_call>', `${tag}>`),
      knownBy: [
        [`<${tag}>`, WORD, SPACE, '<arg_key>'],
        [`<${tag}>`, WORD, SPACE, `</${tag}>`],
      ],
    },
    results: { each: '<tool_response>$result</tool_response>', as: 'text', between: '\n' },
    lesson: keyAndValueLesson,
  })
}

export const iquestQ1 = iquest('iquest-q1', 'IQuest Q1', 'IQuest-Q1', 'iquest_tool_call')
export const iquestCoder2 = iquest('iquest-coder-2', 'IQuest Coder 2', 'IQuest-Coder-V2', 'iquestcoder_tool_call')
