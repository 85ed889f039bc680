import { expect, test } from 'vitest'
import { type Batch, playMany } from './many.ts'

/** A minute on a free processor; a crowded machine takes its time. */
const timeout = 15 * 60_000

/** One test: all histories of a batch hold. `flag` of `npm run simulate` plays this kind of history. */
export function testHolds(title: string, batch: Batch, flag = ''): void {
  test(title, { timeout }, async () => {
    const { failure, played, commits } = await playMany(batch, 1)
    const replay = `npm run simulate -- ${flag}--only ${failure?.seed}${batch.real ? ' --dexie' : ''}`
    expect(failure && { ...failure, replay }).toBeUndefined()
    expect(played).toBe(batch.histories)
    // histories in which nothing ever arrives would hold, too
    expect(commits).toBeGreaterThan(batch.histories / 2)
  })
}

/**
 * A test for each known bug: it makes one of 1,000 histories fail. A suite that passes proves nothing unless it fails where
 * it should.
 */
export function testFindsEach<B>(bugs: Record<string, B>, play: (index: number, bug: B) => Promise<string[]>): void {
  test.each(Object.entries(bugs))('%s', { timeout }, async (_name, bug) => {
    let foundAt: number | undefined
    for (let index = 0; index < 1000 && foundAt === undefined; index++)
      if ((await play(index, bug)).length > 0) foundAt = index
    expect(foundAt).toBeDefined()
  })
}
