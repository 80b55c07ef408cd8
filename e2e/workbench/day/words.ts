import { chinese } from '../../../packages/react/src/language/chinese/index.ts'
import { english } from '../../../packages/react/src/language/english/index.ts'
import { englishLate } from '../../../packages/react/src/language/english/late.ts'
import { german } from '../../../packages/react/src/language/german/index.ts'

export type Language = 'en' | 'zh' | 'de'

/** What the page says, in the languages it speaks: a person finds everything by these words. */
export const SEEN = { en: { ...english, ...englishLate }, zh: chinese.interface, de: german.interface } as const

/** What begins with a sentence, whatever stands in its gaps. */
export const saying = (template: string): RegExp =>
  new RegExp(
    `^${template
      .split(/\{[^}]*\}/)
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}`,
  )

/** What a person writes in a day, and what the model has to say to it. */
export const SAID = {
  en: {
    plot: 'Plot the sales by month, one line for each town',
    plotted: 'Bern grows steadily; **Aarau** doubled in autumn. The best month was *October* with 212 orders.',
    chart: 'Orders by month',
    page: 'Write a small page about it',
    written: 'The page is `/site/index.html`, with its look in `/site/look.css` and its work in `/site/work.js`.',
    heading: 'A good autumn',
    refactor: 'Give the numbers names of their own, in all three files',
    refactored: 'All three files say `orders` now instead of `data`.',
    provider: 'Night shift',
    hello: 'Who is there?',
    answer: 'The night shift, from another server.',
    sought: 'doubled in autumn',
  },
  zh: {
    plot: '按月画出销售额，每个城市一条线',
    plotted: '伯尔尼稳步增长；**阿劳**在秋季翻了一番。最好的月份是*十月*，共 212 单。',
    chart: '每月订单',
    page: '把结果做成一个小网页',
    written: '网页是 `/site/index.html`，样式在 `/site/look.css`，脚本在 `/site/work.js`。',
    heading: '收获之秋',
    refactor: '给三个文件里的 data 换个更贴切的名字',
    refactored: '三个文件里的 `data` 都已改名为 `orders`。',
    provider: '夜班',
    hello: '现在谁在值班？',
    answer: '夜班，来自另一台服务器。',
    sought: '在秋季翻了一番',
  },
  de: {
    plot: 'Zeichne die Verkäufe nach Monat, eine Linie für jede Stadt',
    plotted:
      'Bern wächst stetig; **Aarau** hat sich im Herbst verdoppelt. Der beste Monat war der *Oktober* mit 212 Bestellungen.',
    chart: 'Bestellungen nach Monat',
    page: 'Schreib eine kleine Seite darüber',
    written: 'Die Seite ist `/site/index.html`, ihr Aussehen steht in `/site/look.css` und ihr Skript in `/site/work.js`.',
    heading: 'Ein guter Herbst',
    refactor: 'Gib den Zahlen in allen drei Dateien einen eigenen Namen',
    refactored: 'In allen drei Dateien heißt es jetzt `orders` statt `data`.',
    provider: 'Nachtschicht',
    hello: 'Wer ist da?',
    answer: 'Die Nachtschicht, von einem anderen Server.',
    sought: 'im Herbst verdoppelt',
  },
} as const satisfies Record<Language, Record<string, string>>
