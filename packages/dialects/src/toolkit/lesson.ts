import type { ToolChoice, ToolSpec } from '../canonical/message.ts'

/** How a dialect is taught to a model that was never trained on it. */
export interface Lesson {
  /** What tools are for and how to ask for one. */
  readonly intro: string
  /** One tool, as the model will read it. */
  readonly definition: (tool: ToolSpec) => string
  /** What a call looks like. */
  readonly call: string
  /** What a result will look like. */
  readonly result: string
}

/** The protocol section of a prompt: introduction, tools, templates, and the sentence that makes results trusted. */
export function teach(lesson: Lesson, tools: readonly ToolSpec[], choice: ToolChoice): string {
  return [
    lesson.intro,
    ...tools.map(lesson.definition),
    `#### Call format\n${lesson.call}`,
    `#### Result format\n${lesson.result}`,
    'The user runs the tool and sends its result in this format. Treat such a message as the output of your own request, ' +
      'not as something the user wrote. Never write a result yourself: end your answer after the call and wait.',
    ...choiceSentence(choice),
  ].join('\n\n')
}

function choiceSentence(choice: ToolChoice): readonly string[] {
  if (choice === 'required') return ['You must call at least one tool in your next answer.']
  if (typeof choice === 'object') return [`You must call the tool \`${choice.name}\` in your next answer.`]
  return []
}
