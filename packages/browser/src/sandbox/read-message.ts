import type { FromFrame } from './messages.ts'
import type { ConsoleLevel } from './sandbox.ts'

const LEVELS: readonly unknown[] = ['log', 'info', 'warn', 'error', 'debug'] satisfies ConsoleLevel[]

/** A message from a frame, or undefined when any field of it is not what it must be. */
export function readMessage(data: unknown): FromFrame | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data)) return undefined
  // Invariant: every field is checked before the message is given a type.
  const message = data as Record<string, unknown>
  switch (message['type']) {
    case 'ready':
      return { type: 'ready', locked: message['locked'] === true }
    case 'spun':
    case 'pressed':
      return { type: message['type'] }
    case 'line':
      return isText(message, 'id', 'text') && LEVELS.includes(message['level']) ? (message as FromFrame) : undefined
    case 'shown':
      return isText(message, 'id', 'json') ? (message as FromFrame) : undefined
    case 'ask':
      return isText(message, 'id', 'name', 'json') && isCount(message['ask']) ? (message as FromFrame) : undefined
    case 'returned':
      return isReturned(message) ? (message as FromFrame) : undefined
    case 'threw':
      return isThrown(message) ? (message as FromFrame) : undefined
    case 'booted':
      return isText(message, 'problem') && isBytes(message['snapshot']) ? (message as FromFrame) : undefined
    default:
      return undefined
  }
}

function isReturned(message: Record<string, unknown>): boolean {
  const json = message['json']
  return (
    isText(message, 'id', 'text', 'kind') &&
    isCount(message['dropped']) &&
    typeof message['cut'] === 'boolean' &&
    (json === undefined || typeof json === 'string')
  )
}

function isThrown(message: Record<string, unknown>): boolean {
  const { line, column, missing } = message
  return (
    isText(message, 'id', 'name', 'message', 'stack') &&
    isCount(message['dropped']) &&
    [line, column].every((place) => place === undefined || isCount(place)) &&
    (missing === undefined || typeof missing === 'string')
  )
}

const isBytes = (value: unknown): boolean => value === undefined || value instanceof Uint8Array

function isText(message: Record<string, unknown>, ...names: readonly string[]): boolean {
  return names.every((name) => typeof message[name] === 'string')
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}
