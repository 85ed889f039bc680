import { expect, test } from 'vitest'
import { type Batch, playMany } from './many.ts'

/** It takes a minute on a free processor; in `npm test` it gets what the other parts leave of it. */
const timeout = 60 * 60_000

/** One test: all histories of a batch pass. `flag` of `npm run simulate` plays this kind of history. */
export function testHolds(title: string, batch: Batch, flag = ''): void {
  test(title, { timeout }, async () => {
    const { failure, played, commits } = await playMany(batch, 1)
    const replay = `npm run simulate -- ${flag}--only ${failure?.seed}${batch.real ? ' --dexie' : ''}`
    expect(failure && { ...failure, replay }).toBeUndefined()
    expect(played).toBe(batch.histories)
    // histories in which nothing ever arrives would pass, too
    expect(commits).toBeGreaterThan(batch.histories / 2)
  })
}

/**
 * A test for each known bug, which must make one of the first histories fail. A suite that passes proves something only if
 * it fails when it should. `within`: several times more than the rarest bug needs, since every change of the product gives
 * other histories.
 */
export function testFindsEach<B>(
  bugs: Record<string, B>,
  play: (index: number, bug: B) => Promise<string[]>,
  within = 1000,
): void {
  test.each(Object.entries(bugs))('%s', { timeout }, async (_name, bug) => {
    let foundAt: number | undefined
    for (let index = 0; index < within && foundAt === undefined; index++)
      if ((await play(index, bug)).length > 0) foundAt = index
    expect(foundAt).toBeDefined()
  })
}
