import { answerOf, type Intent } from '../talk.ts'

/** Beside what was printed and shown, the value stands under its name: `{"value":5.5,"console":[…]}`. */
const valueIn = (result: string): string => /"value":\s*(-?[\d.]+)/.exec(result)?.[1] ?? result

const median: Intent = {
  examples: { en: 'Use Python to find the median of 3, 9, 4 and 7', zh: '用 Python 求 3、9、4、7 的中位数' },
  match(question) {
    if (!/\bpython\b/i.test(question)) return undefined
    const numbers = (question.match(/-?\d+(?:\.\d+)?/g) ?? ['3', '9', '4', '7']).join(', ')
    const code = [
      'import statistics',
      `values = [${numbers}]`,
      'show([{"value": value, "above the mean": value > statistics.mean(values)} for value in sorted(values)], title="Values")',
      'print("mean", statistics.mean(values))',
      'statistics.median(values)',
    ].join('\n')
    return (steps, say) => {
      if (steps.length === 0)
        return {
          say: say('I write a few lines of Python for that.', '我为此写几行 Python。'),
          call: { name: 'browser_python_eval', input: { code } },
        }
      const result = valueIn(answerOf(steps[0]))
      return { say: say(`Python says: the median is ${result}.`, `Python 算出：中位数是 ${result}。`) }
    }
  },
}

export const pythonIntents: readonly Intent[] = [median]
