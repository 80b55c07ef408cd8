import { expect, it } from 'vitest'
import type { Tree } from '../bind.ts'
import { chinese } from './index.ts'

const textsOf = (tree: Tree): readonly string[] =>
  Object.values(tree).flatMap((part) => (typeof part === 'string' ? [part] : textsOf(part)))

/** Code and values are what they are. */
const all = textsOf({ ...chinese }).map((text) => text.replaceAll(/`[^`]*`/g, '`'))
const matching = (pattern: RegExp) => all.filter((text) => pattern.test(text))

it('sets Chinese with the punctuation of Chinese, and no blank beside it', () => {
  expect(all.length).toBeGreaterThan(1500)
  expect(matching(/\p{Script=Han}[,;:?!()]|[,;:?!()]\p{Script=Han}/u)).toEqual([])
  expect(matching(/[，。；：？！、（）“”] | [，。；：？！、（）”]/u)).toEqual([])
})

it('leaves room between Chinese and Latin letters or figures', () => {
  expect(matching(/\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9%]\p{Script=Han}/u)).toEqual([])
})

it('has one word for one thing, and one way to address the reader', () => {
  // 对话, 电脑, 服务商, token, 沙箱, 聊天模板, 您
  expect(matching(/会话|计算机|供应商|提供方|词元|沙盒|对话模板|你/u)).toEqual([])
})
