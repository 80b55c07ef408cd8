import type { Limits, StopReason } from './sandbox.ts'

const MESSAGES: { readonly [Why in StopReason]: (limits: Limits) => string } = {
  timeout: ({ timeoutMs }) =>
    `The program was stopped: it did not end within ${timeoutMs / 1000} s. Make it faster, do less, or ask for more time.`,
  cancelled: () => 'The program was stopped by the user.',
  memory: () =>
    'The program was stopped: its process ended, most likely because it used too much memory. Work on less at a time.',
  navigation: () => 'The program was stopped: it tried to load another page in its place. It cannot navigate or reload.',
  focus: () => 'The program was stopped: it took the keyboard from the user. It cannot use focus.',
  forgery: () => 'The program was stopped: it sent messages to the page. Return a value or use the console instead.',
}

export function stopMessage(why: StopReason, limits: Limits): string {
  return MESSAGES[why](limits)
}
