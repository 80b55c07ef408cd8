import { expect } from 'vitest'
import { answerTo, askStory, playStory, readThread, sendAnswers, type ThreadDocument } from './play-story.ts'
import { type Replica, type WarmReplica, warmReplica } from './start-replica.ts'
import { sendStrangeThings } from './strange-things.ts'
import { FINAL, startWorld, type World } from './world.ts'

export interface LaneOptions {
  readonly folder?: string
  readonly database?: string
  /** Whether another replica runs all the time, and takes over what a killed one leaves. */
  readonly hasStandby?: boolean
}

/** A world of its own, one database, and servers that take turns in being killed. */
export interface Lane {
  /** Plays the story without a kill, and counts the places where one could happen. */
  countPoints(): Promise<number>
  /** Plays the story, kills the server at that place, and checks that nobody could tell. */
  killAt(place: number): Promise<void>
  /** Tells two replicas the same thing at the same moment, until the story ends. */
  tellBoth(): Promise<void>
  /** Kills everything while a call waits for the user, and ends the story afterwards. */
  restartWhileWaiting(): Promise<void>
  /** Sends characters that a database refuses wherever a client can write something. */
  sendStrangeThings(): Promise<void>
  close(): Promise<void>
}

const LEASE_MS = 900
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const never = new Promise<void>(() => undefined)

export async function createLane(file: string, { folder, database, hasStandby = false }: LaneOptions): Promise<Lane> {
  const world = await startWorld()
  const provider = {
    id: 'story',
    kind: 'openai-compatible',
    url: `${world.url}/v1`,
    models: [{ id: 'story', dialect: 'native' }],
  }
  const agent = { leaseMs: LEASE_MS, ...(folder !== undefined && { folder }), ...(database !== undefined && { database }) }
  const env = { WORLD_URL: world.url, REPLICA_CONFIG: JSON.stringify({ providers: [provider], agent }) }
  const warm = () => warmReplica(file, env)
  let current: Replica = await (await warm()).open()
  let next: Promise<WarmReplica> = warm()
  let standby: Replica | undefined = hasStandby ? await (await next).open() : undefined
  if (hasStandby) next = warm()
  let stories = 0

  /** Whoever is there takes over; a process that has only loaded its code so far opens the store now. */
  async function replace(watch: (name: string) => void): Promise<void> {
    const spare = next
    next = warm()
    if (standby) {
      current = standby
      standby = await (await spare).open()
      standby.onPoint = watch
    } else {
      current = await (await spare).open()
      current.onPoint = watch
    }
  }

  async function killAt(place: number): Promise<void> {
    const names: string[] = []
    let takes = 0
    const watch = (name: string) => void (takes += name === 'after take' ? 1 : 0)
    const kill: { done?: Promise<void> } = {}
    const victim = current
    const meet = async (name: string) => {
      names.push(name)
      // One that was slow for longer than its lease has dropped the thread, and takes it again itself.
      watch(name)
      if (names.length < place) return
      kill.done ??= victim.kill().then(() => replace(watch))
      await never
    }
    victim.onPoint = meet
    if (standby) standby.onPoint = watch
    world.gate = (name) => (kill.done ? Promise.resolve() : meet(name))
    const threadId = `story-${++stories}`
    const thread = await playStory(threadId, () => current.url)
    // The last thing a server tells may come after the client has seen the end.
    for (let waited = 0; !kill.done && waited < 500; waited += 20) await pause(20)
    // A server that was too slow lost the story to the other one before it came to this place.
    const isLost = !kill.done && takes > 0
    expect(isLost || kill.done, `the server was killed at ${names.at(-1)}`).toBeTruthy()
    await kill.done
    check(threadId, thread, world, { names, takes, kills: isLost ? 0 : 1 })
    if (isLost) await killAt(place)
  }

  async function countPoints(): Promise<number> {
    const names: string[] = []
    const count = (name: string) => void names.push(name)
    current.onPoint = count
    world.gate = async (name) => count(name)
    const threadId = `story-${++stories}`
    const thread = await playStory(threadId, () => current.url)
    current.onPoint = () => undefined
    const takes = names.filter((name) => name === 'after take').length
    check(threadId, thread, world, { names, takes, kills: 0 })
    // A server that was too slow did some of it twice, and another one will not come to so many places.
    return takes > 0 ? await countPoints() : names.length
  }

  return {
    countPoints,
    killAt,
    async tellBoth() {
      const urls = [current.url, standby?.url ?? current.url]
      const threadId = `story-${++stories}`
      await askStory(current.url, threadId)
      for (
        let thread = await readThread(current.url, threadId);
        thread?.status === 'waiting';
        thread = await readThread(current.url, threadId)
      ) {
        const answers = thread.pending.map(answerTo)
        const told = await Promise.all([...urls, ...urls].map((url) => sendAnswers(url, threadId, answers)))
        expect(told.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([200, 409, 409, 409])
        const heard = await Promise.all(
          urls.map(async (url) => await (await fetch(`${url}api/threads/${threadId}/stream`)).text()),
        )
        await Promise.all(told.map((response) => response.text()))
        for (const text of heard) expect(text === '' || text.endsWith('data: [DONE]\n\n')).toBe(true)
      }
      check(threadId, await playStory(threadId, () => current.url), world, { names: [], takes: 0, kills: 0 })
    },
    async restartWhileWaiting() {
      const threadId = `story-${++stories}`
      await askStory(current.url, threadId)
      await current.kill()
      await replace(() => undefined)
      expect(await readThread(current.url, threadId)).toMatchObject({ status: 'waiting', pending: [{ name: 'read_file' }] })
      check(threadId, await playStory(threadId, () => current.url), world, { names: [], takes: 0, kills: 0 })
    },
    sendStrangeThings: () => sendStrangeThings(current.url),
    async close() {
      await Promise.all([current.kill(), standby?.kill(), next.then((spare) => spare.kill())])
      await world.close()
    },
  }
}

/** What a killed server may have begun and could not tell: from reaching out to having written it down. */
function wasUncertain(tool: string, names: readonly string[]): boolean {
  const begun = names.lastIndexOf(`before ${tool}`)
  return begun !== -1 && !names.slice(begun).some((name) => name === 'after put' || name === 'after putWrites of messages')
}

interface Course {
  /** What the server did before it was killed. */
  readonly names: readonly string[]
  /** How often a thread was taken over. More often than servers were killed: one was taken for dead that was only slow. */
  readonly takes: number
  readonly kills: number
}

function check(threadId: string, { messages }: ThreadDocument, world: World, { names, takes, kills }: Course): void {
  const where = `killed at "${names.at(-1)}" (${names.length})`
  const told = messages.map(({ role, parts }) =>
    parts.map((part) =>
      part.type === 'tool-call'
        ? part.name
        : part.type === 'tool-result'
          ? textOf(part.content)
          : part.type === 'text' && role === 'assistant'
            ? part.text
            : role,
    ),
  )
  const edited = '{"path":"/src/App.tsx","content":"title: new, as edited"}'
  expect(told, where).toEqual([
    ['user'],
    ['list_directory'],
    ['list_directory did {"path":"/src"}'],
    ['read_file', 'count_lines'],
    ['title: old', 'count_lines did {"path":"/src/App.tsx"}'],
    ['write_file'],
    [`The user changed the arguments before this call ran. It ran with: ${edited}\nwrite_file did ${edited}`],
    [FINAL],
    ['user'],
    [FINAL],
  ])
  for (const tool of ['list_directory', 'count_lines', 'write_file']) {
    const mine = ({ key, tool: name }: { key: string; tool: string }) => name === tool && key.includes(`/${threadId}/`)
    expect([...world.effects.values()].filter(mine), `${tool} had its effect once, ${where}`).toHaveLength(1)
    const attempts = world.attempts.filter(mine).length
    expect(attempts, `${tool} was attempted, ${where}`).toBeLessThanOrEqual(
      takes > kills ? 1 + takes : wasUncertain(tool, names) ? 2 : 1,
    )
  }
}

function textOf(content: readonly { readonly type: string; readonly text?: string }[]): string {
  return content.map(({ text }) => text ?? '').join('\n')
}
