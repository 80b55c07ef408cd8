import type { LessonShape } from '../lesson-shape.ts'
import { asObject, type ToolSpelling } from '../tools/tool-spellings.ts'

/** How calls in Python are taught; `list` holds the tools. */
// @__NO_SIDE_EFFECTS__
export function pythonLesson(list: string, tool: ToolSpelling = asObject, betweenTools = ', '): LessonShape {
  return {
    paragraphs: [
      '# Tools',
      list,
      'To call functions, end your answer with the calls as Python would write them, every argument by its name, and nothing behind them:',
      '$call',
    ],
    tool,
    betweenTools,
    examples: [{ name: 'function_name', arguments: 'parameter="value"' }],
  }
}
