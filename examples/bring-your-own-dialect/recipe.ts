import { asFunction, tagsDialect } from '@parley/dialects/shapes'

/**
 * An invented model was trained on this:
 *
 *     %%calls%%
 *     %step find_book%
 *     %with title%Momo%/with%
 *     %/step%
 *     %%/calls%%
 *
 * What it writes, reads, teaches, defuses and can be constrained to follows from these lines.
 */
export const recipe = tagsDialect({
  id: 'recipe',
  title: 'Recipe',
  speakers: ['an invented model'],
  calls: {
    section: ['%%calls%%\n', '\n%%/calls%%'],
    call: '%step $name%\n$parameters%/step%',
    parameter: '%with $key%$value%/with%\n',
    between: '\n',
  },
  results: { each: '%served%$result%/served%', between: '\n' },
  lesson: {
    paragraphs: [
      'You can use these tools:\n$tools',
      'To use some, end your answer with one block and wait:',
      '$call',
      'Strings are written as they are, everything else as JSON. What comes back stands between %served% and %/served%.',
    ],
    tool: asFunction,
    examples: [{ name: 'tool_name', key: 'parameter_name', value: 'value' }],
  },
  turns: ['%served%', '%/served%'],
  stop: ['%served%'],
})
