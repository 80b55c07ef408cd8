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
  preview: {
    file: 'File',
    nothing: 'Nothing to look at yet. Ask the model for a page, a table or a drawing, or upload one.',
    missing: 'There is no file {path}. It may have been moved or deleted: look in the files.',
    page: 'The page {path}',
    reload: 'Reload the page',
    quiet: 'The page has printed nothing.',
    unlocked:
      'This browser cannot keep the scripts of a page inside, so the page is shown as text. Use a current Chromium, Chrome or Edge to see it.',
    ended: {
      left: 'The page tried to go elsewhere, and was ended. Reload it to see it again.',
      frozen: 'The page did not answer any more, and was ended. Look for an endless loop in it, then reload.',
      unlocked: 'The page was not shown, because its document was served without its lock. Restart the server, then reload.',
    },
    rows: '{count} {count|row|rows}',
    cut: 'Only the beginning is shown, because the file is very large.',
    binary: 'This file is not text and cannot be shown here. Download it to open it.',
    broken: 'This is not a picture that a browser can show. Download it to open it elsewhere.',
  },
} as const
