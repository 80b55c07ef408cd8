/** A template whose calls stand between these marks. */
export const callsBetween = (open: string, close: string): string =>
  `{%- for message in messages -%}<|{{ message.role }}|>{{ message.content or '' }}{% for call in message.tool_calls or [] %}${open}{"name": "{{ call.function.name }}", "arguments": {{ call.function.arguments | tojson }}}${close}{% endfor %}<|end|>{% endfor %}{% if add_generation_prompt %}<|assistant|>{% endif %}`

/** Templates that mean no good, each with what is said of it. */
export const HOSTILE: readonly (readonly [string, string, string])[] = [
  [
    'loops in loops',
    'It takes too many steps.',
    '{% for a in range(9999) %}{% for b in range(9999) %}{% for c in range(9999) %}{% endfor %}{% endfor %}{% endfor %}',
  ],
  ['a range without end', 'It makes a list that is too long.', '{% for a in range(200000000) %}x{% endfor %}'],
  ['a negative range without end', 'It makes a list that is too long.', '{% for a in range(0, -200000000, -1) %}x{% endfor %}'],
  ['a range by nothing', 'It makes a list that is too long.', '{% for a in range(0, 1, 0) %}x{% endfor %}'],
  [
    'a text that doubles',
    'It writes too much.',
    `{% set ns = namespace(t='x') %}{% for a in range(64) %}{% set ns.t = ns.t + ns.t %}{% endfor %}{{ ns.t }}`,
  ],
  ['a text that is repeated', 'It writes too much.', `{{ 'x' * 2000000000 }}`],
  ['a text that is replaced', 'It writes too much.', `{% set t = 'x' * 90000 %}{{ t | replace('x', t) }}`],
  ['a text that is joined', 'It writes too much.', `{% set t = 'x' * 90000 %}{{ range(9999) | join(t) }}`],
  ['a text that is set in', 'It writes too much.', `{{ ('\\n' * 90000) | indent(2000000000) }}`],
  [
    'a list that doubles',
    'It makes a list that is too long.',
    `{% set ns = namespace(t=[1]) %}{% for a in range(64) %}{% set ns.t = ns.t + ns.t %}{% endfor %}`,
  ],
  ['a list in itself', 'It is nested too deeply.', `{% set t = [] %}{% set u = t.append(t) %}{{ t | tojson }}`],
  [
    'a list that holds itself twice, again and again',
    'It takes too many steps.',
    `{% set ns = namespace(t=[1]) %}{% for a in range(60) %}{% set ns.t = [ns.t, ns.t] %}{% endfor %}{{ ns.t | tojson }}{{ ns.t == ns.t }}`,
  ],
  ['much output', 'It writes too much.', `{% for a in range(9999) %}{{ 'x' * 9999 }}{% endfor %}`],
  ['many parentheses', 'It is nested too deeply.', `{{ ${'('.repeat(9000)}1${')'.repeat(9000)} }}`],
  ['many nested statements', 'It is nested too deeply.', `${'{% if true %}'.repeat(2500)}x${'{% endif %}'.repeat(2500)}`],
  ['a long sum', 'It is nested too deeply.', `{{ ${'1 + '.repeat(9000)}1 }}`],
  ['a macro that calls itself', 'It is nested too deeply.', '{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}'],
  ['a long gap', 'It has a gap that is too long.', `a${' '.repeat(60_000)}b`],
  ['a long template', 'It is too long.', 'x'.repeat(70_000)],
  [
    'prototype names',
    'It has no place for calls.',
    `{{ messages.constructor.constructor('return 1')() }}{{ ''.__proto__.x }}{{ messages.__class__.__mro__ }}`,
  ],
  ['a broken template', 'It is not a template that can be read', '{% for %}{{ }}'],
  [
    'many steps in every rendering',
    'It takes too many steps.',
    `{% for a in range(9000) %}{% set b = a %}{% endfor %}${callsBetween('<|use|>', '<|/use|>')}`,
  ],
  ['a long answer', 'It makes a few words into a very long turn.', callsBetween(`<|use|>${'{['.repeat(6000)}`, '<|/use|>')],
  [
    'a long prompt of tokens',
    'It makes a few words into a very long turn.',
    `${callsBetween('<|use|>', '<|/use|>')}${'<|assistant|>'.repeat(4000)}`,
  ],
]
