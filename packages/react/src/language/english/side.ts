/** Words of the side: what a turn changed, and what a file looks like. */
export const englishSide = {
  side: {
    width: 'Width of the side panel',
  },
  changes: {
    review: 'Review changes',
    gone: 'deleted',
    takeBack: 'Take file back',
    takePassage: 'Take back',
    takeAll: 'Take all back',
    since: 'Changed again since: see its history.',
    none: 'Nothing is left.',
    untouched: 'No call has changed a file yet. As soon as one does, what it changed is reviewed here.',
    turn: 'Changes of',
    all: 'the whole conversation',
  },
} as const
