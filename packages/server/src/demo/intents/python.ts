import { answerOf, type Intent } from '../talk.ts'

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
      const result = answerOf(steps[0])
      return { say: say(`Python says:\n\n${result}`, `Python 的结果：\n\n${result}`) }
    }
  },
}

export const pythonIntents: readonly Intent[] = [median]
