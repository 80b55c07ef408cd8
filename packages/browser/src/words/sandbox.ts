import { speaker } from '@parley/dialects'

/** Why a program does not run, or was stopped. */
export const sandboxWords = {
  'sandbox.headers':
    'The sandbox document at {url} was served without its headers, so nothing was run in it. Serve it as docs/embedding-the-sandbox.md says.',
  'sandbox.silent':
    'The sandbox document at {url} did not answer. Check that it is served and that this page may frame it; docs/embedding-the-sandbox.md says how. If programs ran here before, close this tab and open the page in a new one.',
  'sandbox.unlocked':
    'This browser cannot lock a document well enough to run programs in it. Use a newer Chromium, or serve the worker document as docs/embedding-the-sandbox.md says.',
  'sandbox.no-worker':
    "The worker that reads programs could not start. Allow workers of this site (`worker-src 'self'`) and reload the page.",
  'sandbox.timeout': 'The program was stopped: it did not end within {seconds} s. Make it faster, do less, or ask for more time.',
  'sandbox.cancelled': 'The program was stopped by the user.',
  'sandbox.memory':
    'The program was stopped: its process ended, most likely because it used too much memory. Work on less at a time.',
  'sandbox.navigation': 'The program was stopped: it tried to load another page in its place. It cannot navigate or reload.',
  'sandbox.focus': 'The program was stopped: it took the keyboard from the user. It cannot use focus.',
  'sandbox.forgery': 'The program was stopped: it sent messages to the page. Return a value or use the console instead.',
} as const

export const say = speaker(sandboxWords)
