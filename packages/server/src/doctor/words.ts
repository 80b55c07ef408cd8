import { speaker } from '@parley/dialects'

/**
 * What the doctor says to a person, by its id. What it finds in an answer stands behind `doctor.found`.
 * @public every language is held against it
 */
export const doctorWords = {
  'doctor.found.no-call': 'makes no call where one is asked for',
  'doctor.found.unreadable': 'writes a call that cannot be read',
  'doctor.found.only-shown': 'writes its call into a thought or a code block, where calls do not run',
  'doctor.found.other-dialect': 'writes its call in another dialect than it was taught',
  'doctor.found.too-few': 'makes fewer calls than it is asked for',
  'doctor.found.too-many': 'makes more calls than it is asked for',
  'doctor.found.arguments': 'calls with other arguments than it was given',
  'doctor.found.unicode': 'breaks characters beyond ASCII',
  'doctor.found.code': 'changes code that it is to pass on',
  'doctor.found.calls-unasked': 'calls when nothing asks for it',
  'doctor.found.runs-shown': 'calls what it should only show',
  'doctor.found.calls-again': 'calls again instead of answering from the result',
  'doctor.found.text-around': 'text leaks around the call',
  'doctor.found.marks-leak': 'marks of the dialect leak into the text',
  'doctor.found.no-answer': 'says nothing',
  'doctor.found.ignores-result': 'does not tell what the tool found',
  'doctor.found.cut-off': 'was still writing at the limit of the examination',
  'doctor.found.refused': 'its server refuses the request',
  'doctor.found.slow': 'its server did not answer in time',
  'doctor.found.unreachable': 'its server failed',
  'doctor.found.unknown-dialect': 'is not known here, so that its answers cannot be read again',
  'doctor.remark.only-whole': 'Its server finds the call only when the answer is not streamed.',
  'doctor.remark.server-loses': 'The model writes the call, but its server loses it.',
  'doctor.because.perfect': 'Everything that was asked was answered without a flaw.',
  'doctor.because.best': 'Of {asked} answers {right} can be used, and no other way does better.',
  'doctor.because.none':
    'In none of the ways did the model make a call that can be used. Choose another model, or another server for it.',
  'doctor.because.slow': 'The model did not answer in time, so nothing is recommended. Try again when its server is less busy.',
  'doctor.because.unreachable': 'The server of the model failed, so nothing is recommended. See whether it runs, and try again.',
  'doctor.because.budget':
    'The budget was spent before any way was fully examined. Allow more requests, tokens or time, and try again.',
  'doctor.holds': 'Read again with the readers of today, every answer is judged as it was then.',
  'doctor.differs': 'Read again with the readers of today, {count} {count|answer is|answers are} judged otherwise than then.',
  'doctor.demo': 'The demo is a script and not a model, so there is nothing to examine. Choose another model.',
  'doctor.card-large': 'This card is larger than any that the doctor writes. Choose another file.',
  'doctor.card-json': 'This is not a card of the doctor: it is not valid JSON. Choose a file that the doctor has written.',
  'doctor.card-other': 'This is not a card of the doctor. Choose a file that the doctor has written.',
  'doctor.card-version':
    'This card was written by another version of Parley (version {version}; this one reads {known}). Examine the model anew.',
  'doctor.card-wrong':
    'This card was changed, or is damaged: the field `{field}` is not as the doctor writes it. Choose another file.',
  'doctor.no-card': 'There is no such card. It may have been deleted.',
  'doctor.kept-not': 'The card was made, but cannot be kept: {why}',
  'doctor.own-page': 'Only a page of this server, or the holder of its token, may have models examined.',
  'speech.doctor': 'the doctor examined it on {date}: {right} of {asked} answers can be used',
} as const

export const say = speaker(doctorWords)
