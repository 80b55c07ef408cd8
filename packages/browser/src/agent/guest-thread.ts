const GUEST = 'guest:'

/** Whether a thread holds the calls of somebody else's agent, which takes decisions and no questions. */
export const isGuestThread = (threadId: string): boolean => threadId.startsWith(GUEST)

/** Calls that an agent makes side by side are shown apart, and belong together. */
export const guestOf = (threadId: string): string =>
  isGuestThread(threadId) ? threadId.split(':').slice(0, 2).join(':') : threadId
