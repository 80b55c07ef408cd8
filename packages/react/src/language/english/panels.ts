/** Words of the way back to an earlier message. */
export const englishPanels = {
  restore: {
    open: 'Restore…',
    title: 'Go back to this message',
    text: 'Choose what goes back. Nothing is lost: files keep their history and the conversation keeps its versions.',
    changed: 'Files changed since then',
    unchanged: 'No file has changed since then.',
    files: 'Files only',
    conversation: 'Conversation only',
    both: 'Both',
  },
} as const
