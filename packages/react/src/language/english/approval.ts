/** What a card says about what a call touches, what may run without a question, and which call waits. */
export const englishApproval = {
  effect: {
    comma: ', ',
    more: '{list} and {count} more',
    allFiles: 'any file',
    verb: {
      'read-files': {
        now: 'reads {paths}',
        may: 'may read files',
        done: 'read {paths}',
      },
      'write-files': {
        now: 'writes {paths}',
        may: 'may write files',
        done: 'wrote {paths}',
      },
      'delete-files': {
        now: 'deletes {paths}',
        may: 'may delete files',
        done: 'deleted {paths}',
      },
    },
    anything: 'may do anything',
    andMore: 'and more',
    noFiles: 'no files',
    noNetwork: 'no network',
    reaches: 'reaches {hosts}',
    thisCall: 'exactly this call',
    nothing: 'touches nothing',
  },
  grant: {
    here: 'Allowed without a question',
    inThread: 'in this conversation',
    everywhere: 'in every conversation',
    revoke: 'Revoke',
  },
  note: {
    toJudge: 'What would happen',
    toolName: 'Tool',
    unseen: '{lines} {lines|line unseen|lines unseen}',
    hides: 'It holds characters that cannot be seen, or long runs of blanks. They are marked.',
    unknownTool: 'There is no tool of this name here, so nothing was executed. The model is told.',
    invalid: 'The arguments do not fit the tool, so nothing was executed. The model is told.',
    keptBack: 'It was executed, and you kept the result back. The model knows only that.',
    markedFailed: 'It was interrupted, and you marked it as failed.',
    stoppedWhy: 'You stopped it before it was finished.',
    timedOutWhy: 'It did not finish in time and was stopped.',
  },
  dock: {
    label: 'Waiting for your decision',
    place: '{place} of {count}',
    previous: 'Previous waiting call',
    next: 'Next waiting call',
    waitsBelow: 'waits below',
    waiting: '{count} {count|call waits|calls wait}',
    unread: 'Call {place} was not read to its end: {sentence} It is shown now. Read it, then press again.',
  },
} as const
