import type { JsonValue } from '../../canonical/json.ts'
import { at, objectAt, onlyKeys, refuse, under } from '../checked.ts'
import { Refused } from '../refused.ts'

/** Refuses a value that is not what a shape has there, by its path. */
export type Rule = (value: JsonValue, path: string) => void

const MOST_TEXT = 4000
const MOST_ITEMS = 64

export const text: Rule = (value, path) => {
  if (typeof value !== 'string') refuse(path, 'a string', value)
  else if (value.length > MOST_TEXT) throw new Refused(`\`${path}\` must have at most ${MOST_TEXT} characters.`)
}

/** Text with slots, these among them: `$name`. */
export const template =
  (...slots: readonly string[]): Rule =>
  (value, path) => {
    text(value, path)
    const missing = slots.filter((slot) => !String(value).includes(slot))
    if (missing.length > 0)
      throw new Refused(
        `\`${path}\` must hold ${slots.map((slot) => `\`${slot}\``).join(' and ')}, and lacks \`${missing.join('`, `')}\`.`,
      )
  }

export const yes: Rule = (value, path) => {
  if (value !== true) refuse(path, '`true`, or left out', value)
}

export const oneOf =
  (...names: readonly (string | number)[]): Rule =>
  (value, path) => {
    if (!names.some((name) => name === value))
      throw new Refused(`\`${path}\` must be one of ${names.map((name) => JSON.stringify(name)).join(', ')}.`)
  }

export const listOf =
  (rule: Rule): Rule =>
  (value, path) => {
    if (!Array.isArray(value)) return refuse(path, 'a list', value)
    if (value.length > MOST_ITEMS) throw new Refused(`\`${path}\` must have at most ${MOST_ITEMS} items.`)
    for (const [place, item] of value.entries()) rule(item, at(path, String(place)))
  }

/** `["<call>", "</call>"]` */
export const pair: Rule = (value, path) => {
  if (!Array.isArray(value) || value.length !== 2)
    throw new Refused(`\`${path}\` must be a list of two strings: what stands before, and what stands behind.`)
  listOf(text)(value, path)
}

/** An object with these keys; those with a `?` may be left out. */
export const object =
  (rules: Readonly<Record<string, Rule>>): Rule =>
  (value, path) => {
    const given = objectAt(value, path)
    onlyKeys(
      given,
      Object.keys(rules).map((key) => key.replace('?', '')),
    )
    for (const [key, rule] of Object.entries(rules)) {
      const name = key.replace('?', '')
      const inner = under(given, name)
      if (inner !== undefined) rule(inner, at(path, name))
      else if (key === name) throw new Refused(`\`${at(path, name)}\` is missing.`)
    }
  }
