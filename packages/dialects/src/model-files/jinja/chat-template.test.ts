import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../canonical/json.ts'
import { Allowance, USUAL_BUDGET } from '../budget.ts'
import { chatTemplate } from './chat-template.ts'

const rendered = (source: string, given: JsonObject = {}): string => chatTemplate(source, new Allowance(USUAL_BUDGET))(given)

const given = { a: 1, t: ' Momo ', l: ['x', 'y'], o: { k: 'v', n: null, b: true, f: 7.5, deep: [1, { q: "it's" }] } }

describe('a template writes what Python would:', () => {
  test.each([
    ['{{ o }}', `{'k': 'v', 'n': None, 'b': True, 'f': 7.5, 'deep': [1, {'q': "it's"}]}`],
    ['{{ o | tojson }}', `{"k": "v", "n": null, "b": true, "f": 7.5, "deep": [1, {"q": "it's"}]}`],
    ['{{ l | tojson(indent=2) }}', '[\n  "x",\n  "y"\n]'],
    ["{{ o | tojson(separators=(',', ':'), sort_keys=true) }}", `{"b":true,"deep":[1,{"q":"it's"}],"f":7.5,"k":"v","n":null}`],
    ["{{ '素' | tojson(ensure_ascii=true) }}", '"\\u7d20"'],
    ['{{ true }}{{ none }}{{ missing }}{{ missing.more }}', 'TrueNone'],
    ["{{ t.strip() ~ missing }}|{{ t | trim | upper }}|{{ '\\n\\nx'.lstrip('\\n') }}", 'Momo|MOMO|x'],
    ["{{ 'a,b,c'.split(',', 1) }}{{ 'a,b,c'.split(',')[-1] }}", "['a', 'b,c']c"],
    ["{{ '%s is %d' | format('x', 3) }} {{ '{}-{}'.format(1, 'b') }}", 'x is 3 1-b'],
    ['{% for k, v in o.items() if v is string %}{{ k }}={{ v }}{% endfor %}', 'k=v'],
    ['{% for x in l %}{{ loop.index }}{{ x }}{{ "," if not loop.last }}{% endfor %}', '1x,2y'],
    ['{% for x in l %}{% if x == "x" %}{% continue %}{% endif %}{{ x }}{% endfor %}', 'y'],
    ['{% for x in [] %}{% else %}none{% endfor %}', 'none'],
    ['{% for c in "ab" %}{{ c }}.{% endfor %}', 'a.b.'],
    ['{% set ns = namespace(n=0) %}{% for x in l %}{% set ns.n = ns.n + 1 %}{% endfor %}{{ ns.n }}', '2'],
    ['{% set x = 1 %}{% for y in l %}{% set x = 2 %}{% endfor %}{{ x }}', '1'],
    ['{% macro m(a, b="B") %}{{ a }}{{ b }}{% endmacro %}{{ m("A") }}{{ m(b="b", a="a") }}', 'ABab'],
    ['{% set x %}{{ a }}!{% endset %}{{ x | length }}', '2'],
    ['{% set n = {0: "z", 512: "b"} %}{{ n[0] }}{% for k in n.keys() %}{{ k <= 512 }}{% endfor %}', 'zTrueTrue'],
    ['{% set s = [1] %}{% set _ = s.append(2) %}{{ s }}{{ s.pop() }}{{ s }}', '[1, 2]2[1]'],
    ['{{ l[::-1] }}{{ l[1:] }}{{ "abc"[:2] }}', "['y', 'x']['y']ab"],
    ["{{ [{'r': 'u'}, {'r': 's'}] | selectattr('r', 'equalto', 's') | map(attribute='r') | list }}", "['s']"],
    ['{{ 7 // 2 }} {{ -7 % 3 }} {{ 2 ** 3 }} {{ [3, 1] | min }}', '3 2 8 1'],
    ["{{ 'a' if a == 1 else 'b' }}{{ 'x' in l }}{{ 'k' in o }}{{ 'z' not in 'xyz' }}", 'aTrueTrueFalse'],
    ['{{ \'{"a": [1]}\' | fromjson }}', "{'a': [1]}"],
    ["{{ strftime_now('%d %B %Y') }}", '02 January 2026'],
    ['a\n{%- if true -%}\n b \n{%- endif -%}\nc', 'ab c'.replace(' ', '')],
    ["{{ missing | default('d') }}{{ '' | default('e', true) }}", 'de'],
  ])('%s', (source, text) => expect(rendered(source, given)).toBe(text))
})

test('names of the language that it runs in lead nowhere', () => {
  for (const name of ['constructor', '__proto__', 'prototype', 'toString', 'hasOwnProperty', '__class__'])
    expect(rendered(`{{ o.${name} }}{{ o['${name}'] }}{{ t.${name} }}{{ l['${name}'] }}{{ ${name} }}`, given)).toBe('')
})

test('what a conversation holds does not change with what a template does to it', () => {
  const conversation = { l: ['x'], o: { k: 'v' } }
  rendered('{% set _ = l.append(1) %}{% set _ = o.update({"k": 2}) %}', conversation)
  expect(conversation).toEqual({ l: ['x'], o: { k: 'v' } })
})

test('what a template refuses, or does not know, is an error with a sentence', () => {
  expect(() => rendered("{{ raise_exception('No tools here.') }}")).toThrow('It refuses: No tools here.')
  expect(() => rendered('{{ a | nonsense }}')).toThrow('It uses the filter `nonsense`, which is not known.')
  expect(() => rendered('{{ a is nonsense }}')).toThrow('It uses the test `nonsense`, which is not known.')
  expect(() => rendered('{{ a() }}', given)).toThrow('It calls something that cannot be called.')
})
