/** What is no call in any dialect. */
export const PROSE: readonly { readonly name: string; readonly text: string }[] = [
  {
    name: 'prose',
    text: 'Yes, of course: the book is on shelf 7 (see [1], or ask Ms. Ende). It costs < 10 € & more than 5; call me if that is too much! Then: "done".',
  },
  {
    name: 'Markdown',
    text: [
      '# A heading',
      '',
      '1. First, *this* and **that**; see [the page](https://example.org/a?b=c#d).',
      '2. Then `code` and | a | table |',
      '   |---|---|',
      '- [ ] to do\n- [x] done',
      '> quoted',
      '',
      'A <b>word</b>, a line<br>, <details><summary>more</summary>text</details>, x<y>z, <https://example.org>.',
      '---',
      'x = {a: 1, b: [2, 3]}; f(x) == g(y=1)',
      '',
      '素，你好。 // a comment; end.',
    ].join('\n'),
  },
  {
    name: 'a code block',
    text: 'Run it:\n\n```js\nconst call = { name: "x", value: [1, 2] }\nfunction f(a) { return a ?? `b` }\n```\n\nor:\n\n```\n<p class="a">text</p>\n```\n\nand it works.',
  },
]
