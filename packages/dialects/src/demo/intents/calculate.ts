import { answerOf, type Intent, type Script } from '../talk.ts'

const TOOL = 'browser_js_eval'

interface Sum {
  readonly code: string
  readonly intro: readonly [english: string, chinese: string]
  readonly answer: readonly [english: (result: string) => string, chinese: (result: string) => string]
}

/** One program, run by the tool; the answer is what the tool returned. */
function calculation({ code, intro, answer }: Sum): Script {
  return (steps, say) => {
    if (steps.length === 0) return { say: say(...intro), call: { name: TOOL, input: { code } } }
    const result = answerOf(steps[0])
    return { say: say(answer[0](result), answer[1](result)) }
  }
}

const LARGEST_SIEVE = 10_000_000

const primes: Intent = {
  examples: { en: 'Sum all primes below 1000', zh: '计算 1000 以内的所有素数之和。' },
  match(question) {
    const limit = Number(/\d+/.exec(question.replace(/[,，](?=\d{3})/g, ''))?.[0])
    if (!/prime|素数|质数/i.test(question) || !Number.isFinite(limit) || limit > LARGEST_SIEVE) return undefined
    const inclusive = /up to|at most|以内|不超过/i.test(question)
    return calculation({
      code: [
        'function sumPrimes(limit) {',
        '  const composite = new Uint8Array(limit)',
        '  let sum = 0',
        '  for (let n = 2; n < limit; n++) {',
        '    if (composite[n]) continue',
        '    sum += n',
        '    for (let m = n * n; m < limit; m += n) composite[m] = 1',
        '  }',
        '  return sum',
        '}',
        `sumPrimes(${inclusive ? limit + 1 : limit})`,
      ].join('\n'),
      intro: [
        `I will add up the primes ${inclusive ? 'up to' : 'below'} ${limit} with a small sieve in your browser.`,
        `我将使用浏览器执行工具来计算 ${limit} 以内的所有素数之和。`,
      ],
      answer: [
        (result) => `Done. The sum of all primes ${inclusive ? 'up to' : 'below'} ${limit} is ${result}.`,
        (result) => `计算完成。${limit} 以内的所有素数之和为 ${result}。`,
      ],
    })
  },
}

const factorial: Intent = {
  examples: { en: 'What is the factorial of 20?', zh: '20 的阶乘是多少？' },
  match(question) {
    const number = /factorial[^\d]*(\d{1,3})|(\d{1,3})\s*(?:!|的阶乘)/i.exec(question)
    const n = number?.[1] ?? number?.[2]
    if (n === undefined) return undefined
    return calculation({
      code: `let product = 1n\nfor (let n = 2n; n <= ${n}n; n++) product *= n\nproduct.toString()`,
      intro: [`I will multiply the numbers up to ${n}.`, `我来计算 ${n} 的阶乘。`],
      answer: [(result) => `${n}! = ${result}`, (result) => `${n} 的阶乘是 ${result}。`],
    })
  },
}

const fibonacci: Intent = {
  examples: { en: 'Show the first 12 Fibonacci numbers', zh: '列出前 12 个斐波那契数' },
  match(question) {
    const count = Number(/\d{1,3}/.exec(question)?.[0] ?? 10)
    if (!/fibonacci|斐波那契/i.test(question)) return undefined
    return calculation({
      code: `const row = [0, 1]\nwhile (row.length < ${count}) row.push(row.at(-1) + row.at(-2))\nrow.slice(0, ${count})`,
      intro: [`I will build the first ${count} Fibonacci numbers.`, `我来生成前 ${count} 个斐波那契数。`],
      answer: [(result) => `Here they are: ${result}`, (result) => `结果如下：${result}`],
    })
  },
}

const average: Intent = {
  examples: { en: 'What is the average of 3, 5 and 10?', zh: '求 3、5、10 的平均值' },
  match(question) {
    const numbers = question.match(/-?\d+(?:\.\d+)?/g)
    if (!/average|mean of|平均/i.test(question) || !numbers) return undefined
    return calculation({
      code: `const numbers = [${numbers.join(', ')}]\nnumbers.reduce((sum, n) => sum + n, 0) / numbers.length`,
      intro: [`I will average ${numbers.length} numbers.`, `我来求这 ${numbers.length} 个数的平均值。`],
      answer: [(result) => `The average is ${result}.`, (result) => `平均值是 ${result}。`],
    })
  },
}

const expression: Intent = {
  examples: { en: 'Calculate 12 * (34 + 5)', zh: '计算 12 * (34 + 5)' },
  match(question) {
    const found = /[\d(][\d\s.+\-*/%()×÷]*[\d)]/.exec(question)?.[0]
    if (!found || !/[+\-*/%×÷]/.test(found) || !/calculate|compute|what is|how much|计算|多少|等于/i.test(question))
      return undefined
    const code = found.replaceAll('×', '*').replaceAll('÷', '/')
    return calculation({
      code,
      intro: [`I will let the browser calculate ${found}.`, `我让浏览器来计算 ${found}。`],
      answer: [(result) => `${found} = ${result}`, (result) => `${found} = ${result}`],
    })
  },
}

const date: Intent = {
  examples: { en: 'What is the date today?', zh: '今天是几号？' },
  match(question) {
    if (!/\b(date|time|day)\b.*\b(today|now|it)\b|what (day|time|date)|今天|现在几点|日期/i.test(question)) return undefined
    return calculation({
      code: 'new Date().toString()',
      intro: ['I have no clock, but your browser has one.', '我没有时钟，但您的浏览器有。'],
      answer: [(result) => `Your browser says: ${result}`, (result) => `您的浏览器显示：${result}`],
    })
  },
}

export const calculateIntents: readonly Intent[] = [primes, factorial, fibonacci, average, expression, date]
