import { Dict, isCallable, isList, type Value } from './value.ts'

/** `value is string` */
export const TESTS: ReadonlyMap<string, (value: Value, other: Value) => boolean> = new Map<
  string,
  (value: Value, other: Value) => boolean
>([
  ['defined', (value) => value !== undefined],
  ['undefined', (value) => value === undefined],
  ['none', (value) => value === null],
  ['string', (value) => typeof value === 'string'],
  ['number', (value) => typeof value === 'number'],
  ['integer', (value) => Number.isInteger(value)],
  ['float', (value) => typeof value === 'number' && !Number.isInteger(value)],
  ['boolean', (value) => typeof value === 'boolean'],
  ['true', (value) => value === true],
  ['false', (value) => value === false],
  ['mapping', (value) => value instanceof Dict],
  ['iterable', (value) => isList(value) || value instanceof Dict || typeof value === 'string'],
  ['sequence', (value) => isList(value) || value instanceof Dict || typeof value === 'string'],
  ['callable', isCallable],
  ['odd', (value) => typeof value === 'number' && Math.abs(value % 2) === 1],
  ['even', (value) => typeof value === 'number' && value % 2 === 0],
  ['upper', (value) => typeof value === 'string' && value === value.toUpperCase()],
  ['lower', (value) => typeof value === 'string' && value === value.toLowerCase()],
  ['eq', (value, other) => value === other],
  ['equalto', (value, other) => value === other],
  ['==', (value, other) => value === other],
  ['ne', (value, other) => value !== other],
  ['in', (value, other) => (isList(other) ? other.includes(value) : typeof other === 'string' && other.includes(String(value)))],
])
