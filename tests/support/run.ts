/** Whether `npm run test:long` is running: all rounds, all variations. */
export const isLong = process.env.LONG_TESTS === 'on'

/** The number that a run draws and prints, and `TEST_SEED` repeats; 1 where a test is run alone. */
export const runSeed = Number(process.env.TEST_SEED || 1)

/** All cases in the long run; else one of them, another one with each run's seed. */
export const oneInTurn = <T>(all: readonly T[]): readonly T[] =>
  isLong ? all : all.slice(runSeed % all.length, (runSeed % all.length) + 1)

/** The tags of a browser test that takes turns with others: a short run has one of `of`. */
export const turn = (at: number, of: number): string[] => (runSeed % of === at ? [] : ['@long'])
