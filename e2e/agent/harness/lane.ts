import { expect } from 'vitest'
import { checkStory, isTaken, type Played } from './check-story.ts'
import { answerTo, askStory, playStory, readThread, sendAnswers } from './play-story.ts'
import { SLOWNESS } from './slowness.ts'
import { type Replica, type WarmReplica, warmReplica } from './start-replica.ts'
import { sendStrangeThings } from './strange-things.ts'
import { startWorld } from './world.ts'

export interface LaneOptions {
  readonly folder?: string
  readonly database?: string
  /** Whether another replica runs all the time, and takes over what a killed one leaves. */
  readonly hasStandby?: boolean
}

/** A world of its own, one database, and servers that take turns in being killed. */
export interface Lane {
  /** Plays the story without a kill, and names the places where one could happen. */
  listPlaces(): Promise<readonly string[]>
  /** Plays the story, kills the server at that place, counted from 1, and checks that nobody could tell. */
  killAt(place: number): Promise<void>
  /** The same with a server that stands still there until another has taken over, and then goes on as if nothing had been. */
  pauseAt(place: number): Promise<void>
  /** Tells two replicas the same thing at the same moment, until the story ends. */
  tellBoth(): Promise<void>
  /** Kills everything while a call waits for the user, and ends the story afterwards. */
  restartWhileWaiting(): Promise<void>
  /** Sends characters that a database refuses wherever a client can write something. */
  sendStrangeThings(): Promise<void>
  close(): Promise<void>
}

interface Met {
  readonly place: number
  readonly victim: Replica
  /** Hears what others do. */
  readonly watch: (name: string) => void
}

/** May never come back. */
type Meet = (met: Met) => Promise<void>

const LEASE_MS = Math.ceil(900 * SLOWNESS)
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const never = new Promise<void>(() => undefined)

/** Whether `isThere` after all: the last thing a server tells may come after the client has seen the end. */
async function came(isThere: () => boolean): Promise<boolean> {
  for (let waited = 0; !isThere() && waited < 500 * SLOWNESS; waited += 20) await pause(20)
  return isThere()
}

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
      standby = await (await spare).open(watch)
    } else {
      current = await (await spare).open(watch)
    }
  }

  /** Plays the story, and asks `meet` at every place that the server comes to. The course is what everybody did, in order. */
  async function play(meet: Meet): Promise<Played> {
    const course: string[] = []
    const watch = (name: string) => void course.push(name)
    const victim = current
    let count = 0
    const meetNext = async (name: string) => {
      watch(name)
      await meet({ place: ++count, victim, watch })
    }
    victim.onPoint = meetNext
    if (standby) standby.onPoint = watch
    world.gate = meetNext
    const threadId = `story-${++stories}`
    return { threadId, course, thread: await playStory(threadId, () => current.url) }
  }

  async function killAt(wanted: number): Promise<void> {
    let killing: Promise<void> | undefined
    const played = await play(async ({ place, victim, watch }) => {
      if (place < wanted || killing) return
      killing = victim.kill().then(() => replace(watch))
      await never
    })
    const isKilled = await came(() => killing !== undefined)
    expect(isKilled || isTaken(played), `the server was killed at ${wanted}`).toBe(true)
    await killing
    checkStory(played, world)
    // A server that was too slow lost the story before it came to this place.
    if (!isKilled) await killAt(wanted)
  }

  async function pauseAt(wanted: number): Promise<void> {
    const other = standby
    if (!other) throw new Error('Somebody must take over.')
    // Either before the one who takes over has done anything, or when it has done it all.
    const waking = wanted % 2 === 0 ? 'after take' : 'after settle'
    let paused: Replica | undefined
    const played = await play(async ({ place, victim, watch }) => {
      if (place !== wanted) return
      victim.pause()
      paused = standby = victim
      current = other
      other.onPoint = (name) => {
        watch(name)
        if (name === waking) victim.wake()
      }
      // Where nothing was left to do, nobody takes over, and its client waits.
      setTimeout(() => victim.wake(), 4 * LEASE_MS)
    })
    const isPaused = await came(() => paused !== undefined)
    paused?.wake()
    expect(isPaused || isTaken(played), `the server stood still at ${wanted}`).toBe(true)
    const seen = await readThread((paused ?? current).url, played.threadId)
    checkStory({ ...played, thread: seen ?? played.thread }, world)
    if (!isPaused) await pauseAt(wanted)
  }

  async function listPlaces(): Promise<readonly string[]> {
    const played = await play(async () => undefined)
    checkStory(played, world)
    // A server that was too slow did some of it twice, and another one will not come to so many places.
    return isTaken(played) ? await listPlaces() : played.course
  }

  return {
    listPlaces,
    killAt,
    pauseAt,
    async tellBoth() {
      const urls = [current.url, standby?.url ?? current.url]
      const threadId = `story-${++stories}`
      await askStory(current.url, threadId)
      for (
        let thread = await readThread(current.url, threadId);
        thread?.status === 'waiting';
        thread = await readThread(current.url, threadId)
      ) {
        const answers: object[] = []
        for (const call of thread.pending) answers.push(await answerTo(call, current.url, threadId))
        const told = await Promise.all([...urls, ...urls].map((url) => sendAnswers(url, threadId, answers)))
        expect(told.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([200, 409, 409, 409])
        const heard = await Promise.all(
          urls.map(async (url) => await (await fetch(`${url}api/threads/${threadId}/stream`)).text()),
        )
        await Promise.all(told.map((response) => response.text()))
        for (const text of heard) expect(text === '' || text.endsWith('data: [DONE]\n\n')).toBe(true)
      }
      checkStory({ threadId, course: [], thread: await playStory(threadId, () => current.url) }, world)
    },
    async restartWhileWaiting() {
      const threadId = `story-${++stories}`
      await askStory(current.url, threadId)
      await current.kill()
      await replace(() => undefined)
      expect(await readThread(current.url, threadId)).toMatchObject({ status: 'waiting', pending: [{ name: 'read_file' }] })
      checkStory({ threadId, course: [], thread: await playStory(threadId, () => current.url) }, world)
    },
    sendStrangeThings: () => sendStrangeThings(current.url),
    async close() {
      await Promise.all([current.kill(), standby?.kill(), next.then((spare) => spare.kill())])
      await world.close()
    },
  }
}
