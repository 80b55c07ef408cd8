import { Session } from 'node:inspector/promises'

/** Counts the files of ours in which a function ran between `begin` and `end`. */
export class CrossedFiles {
  readonly #session = new Session()

  async begin(): Promise<void> {
    this.#session.connect()
    await this.#session.post('Profiler.enable')
    await this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  }

  async end(): Promise<readonly string[]> {
    const { result } = await this.#session.post('Profiler.takePreciseCoverage')
    await this.#session.post('Profiler.stopPreciseCoverage')
    this.#session.disconnect()
    return result
      .filter(({ functions }) => functions.some(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0))
      .flatMap(({ url }) => /\/packages\/(.+\.tsx?)$/.exec(url)?.[1] ?? [])
      .toSorted()
  }
}

/** The files that `work` crosses. It is done once before, so that what only loads is not counted. */
export async function crossedBy(work: () => Promise<unknown>): Promise<readonly string[]> {
  await work()
  const crossed = new CrossedFiles()
  await crossed.begin()
  await work()
  return await crossed.end()
}
