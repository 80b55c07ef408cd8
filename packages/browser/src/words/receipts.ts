import { speaker } from '@parley/dialects'

/** What became of the attempt to verify a capsule. */
export const receiptWords = {
  'verify.intact':
    'Intact: {calls} {calls|call|calls} with {steps} {steps|step|steps}, each as it was when it happened, and everything else as it was when it was exported.',
  'verify.none': 'This capsule has no receipts: it is from before there were any. Nothing can be said about what was allowed.',
  'verify.unchecked':
    'This browser cannot check signatures of the kind {algorithm}. Use a newer one, or "parley verify" on the command line.',
  'verify.no-text': 'This file is damaged: it is not UTF-8 text.',
  'verify.no-json': 'This file is damaged or cut off: it is not JSON.',
  'verify.no-capsule': 'This file is not a capsule.',
  'verify.stripped': 'Not intact: the receipts were taken out of this capsule.',
  'verify.rewritten': 'Not intact: another program has changed or reformatted this file, first at character {at}.',
  'verify.receipts': 'Not intact: the receipts themselves are damaged, {where} is not as expected.',
  'verify.changed': 'Not intact: {what} is not what it was when the capsule was exported.',
  'verify.missing': 'Not intact: {what} was in the capsule when it was exported, and is missing.',
  'verify.added': 'Not intact: {what} was not in the capsule when it was exported.',
  'verify.moved': 'Not intact: {what} does not stand where it stood when the capsule was exported.',
  'verify.step': 'Not intact: step {step} of the chain, of {what}, is not what was written then.',
  'verify.order':
    'Not intact: step {step} of the chain does not follow the step before it: steps were taken out, added or swapped.',
  'verify.call': 'Not intact: {what} is not what its receipts say: {field} is different.',
  'verify.unallowed': 'Not intact: {what} was started in step {step} although nobody had allowed it.',
  'verify.signature':
    'Not intact: the signature does not fit. The end of the chain or the list of contents was changed by somebody who does not have the key.',
  'verify.withheld': 'Not proven, because it was taken out: {what}.',
  'verify.more': 'And {count} more.',
  'verify.older': '{count} {count|call is|calls are} from before there were receipts: nothing is proven of {count|it|them}.',
  'verify.what-call': 'the call {name} ({key})',
  'verify.what-message': 'message {id}',
  'verify.what-file': 'the file {path}',
  'verify.what-exchange': 'the exchange {id} with the server',
  'verify.what-else': 'the part "{name}"',
} as const

export const say = speaker(receiptWords)
