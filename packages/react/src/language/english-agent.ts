import { plural } from './plural.ts'

/** Words of conversations that live on the server, and of the waiting room. */
export const englishAgent = {
  agent: {
    place: 'Where the conversation lives',
    chat: 'Chat',
    chatHint: 'Lives in this browser, and rests while this page is closed',
    agent: 'Agent',
    agentHint: 'Lives on the server: works on while this page is closed, and waits for you there',
    backTitle: 'Bring this conversation back?',
    backText: 'It moves into this browser with everything in it, and the server forgets it. What the server is doing ends.',
    backYes: 'Bring it back',
    mark: {
      moving: 'From your next message on, this conversation lives on the server.',
      idle: 'Lives on the server.',
      running: 'Continues on the server. You may close this page.',
      waiting: 'Kept on the server until you decide. You may close this page.',
      failed: 'Stopped on the server. Nothing was lost.',
      lost: 'The server cannot be reached. Trying again; nothing is lost.',
    },
    markLabel: 'Where this conversation is',
    timeline: 'Timeline',
    timelineEmpty: 'The steps appear here as soon as the server has begun.',
    step: { question: 'Question', calls: 'The model asks for tools', results: 'Results', answer: 'Answer' },
    working: 'The server is working…',
    fork: 'Fork from here',
    forkOf: (step: string) => `Fork from here: ${step}`,
    forkHint: 'A fork is a new conversation that goes on from that step. This one stays as it is.',
    room: 'Waiting for you',
    roomCount: (count: number) => `${plural(count, 'call waits', 'calls wait')} for you`,
    roomEmpty: 'Nothing waits for you.',
    onServer: 'on the server',
    inBrowser: 'in this browser',
    notify: 'Tell me when something waits',
    notifyHint: 'A message of your system, while this page is open behind other windows.',
    notifyRefused:
      'This browser does not allow messages from this page. Allow them in its settings for this site, then try again.',
    notice: (count: number) => `${plural(count, 'call waits', 'calls wait')} for you`,
    deleteText: 'It is removed from the server and from this browser.',
  },
}
