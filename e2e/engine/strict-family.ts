import { FAMILIES, type Family } from '../llama/families.ts'

const [hermes] = FAMILIES
const code = /"code": ?("(?:[^"\\]|\\.)*")/.exec(hermes?.script.first ?? '')?.[1] ?? '""'
const called = { name: 'browser_js_eval', arguments: JSON.stringify({ code: String(JSON.parse(code)) }) }

/** A model whose template knows nothing of tools: what any model can be taught. */
export const JSON_STRICT: Family = {
  title: 'a template without tools',
  dialect: 'json-strict',
  reason: 'asked for',
  script: {
    name: 'scripted-four',
    evidence: '76127',
    second: 'All the primes below one thousand add up to 76127, as the browser found.',
    template: `{%- for m in messages -%}<|im_start|>{{ m.role }}
{{ m.content }}<|im_end|>
{% endfor -%}{%- if add_generation_prompt -%}<|im_start|>assistant
{% endif -%}`,
    tokens: ['<|im_start|>'],
    promptEnds: ['\n'],
    turnEnd: '<|im_end|>',
    first: JSON.stringify({ tool_calls: [{ id: 'call_1', type: 'function', function: called }] }),
  },
}
