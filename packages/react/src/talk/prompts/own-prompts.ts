import { createPromptLibrary } from './prompt-library.ts'

/** One for the page: what is saved in the dialog is offered in the message field at once. */
export const ownPrompts = createPromptLibrary(localStorage)
