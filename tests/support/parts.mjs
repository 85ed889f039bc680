/**
 * The parts of `npm test` and of `npm run test:long`, in their order (tests/README.md). The build is done first, then the two
 * lanes run side by side, so that no core is without work. A part without `folder` needs no test files.
 */
const vitest =
  (project, ...more) =>
  (report) => [
    'vitest',
    // asked when the part begins: the long run says so by then
    [
      'run',
      '--project',
      project,
      ...(process.env.LONG_TESTS ? [] : ['--tags-filter=!@long']),
      ...more,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
  ]
const playwright =
  (project, ...more) =>
  () => ['playwright', ['test', '-c', 'tests', `--project=${project}`, ...more, '--reporter=list,json']]
// one file at a time, where processes are many
const oneByOne = '--no-file-parallelism'
const oneWorker = '--workers=1'
const npmScript = (name) => () => ['npm', ['run', '--silent', name]]

/** Where PostgreSQL can differ from SQLite: contract, exactly once, races, feeds, numbers, migrations, move. */
const onPostgres = Object.entries({
  accounts: ['login'],
  catalogue: ['changes', 'fishes', 'search', 'stock'],
  orders: ['order-changes', 'order-events', 'orders'],
  papers: ['papers'],
  db: ['databases', 'idempotency', 'migrations', 'move', 'races', 'transactions'],
}).flatMap(([room, files]) => files.map((file) => `tests/server/${room}/${file}.test`))

const build = { name: 'build', title: 'Build of the web app', command: npmScript('build') }
const unit = {
  name: 'unit',
  title: 'Unit tests',
  folder: 'tests/unit',
  command: vitest('unit', '--project=isolated', '--maxWorkers=2'),
}

/** What a newcomer and CI run. */
export const shortParts = [
  build,
  { name: 'check', title: 'Format, promises and types', lane: 'browsers', command: npmScript('check') },
  unit,
  {
    name: 'server',
    title: 'Server on SQLite',
    folder: 'tests/server',
    // a move goes between both databases: the next part has it
    command: vitest('server', '--maxWorkers=2', '--exclude=tests/server/db/move.test.ts'),
  },
  {
    name: 'server-postgres',
    title: 'Server on PostgreSQL: what differs',
    folder: 'tests/server',
    needs: 'postgres',
    command: vitest('server', '--maxWorkers=2', ...onPostgres),
  },
  { name: 'attack', title: 'Attacks on SQLite', folder: 'tests/attack', command: vitest('attack', oneByOne) },
  {
    name: 'simulation',
    title: 'Simulation: a sample',
    folder: 'tests/simulation',
    // one worker each: what has two runs beside them
    lane: 'browsers',
    command: vitest('simulation', '--maxWorkers=1'),
  },
  {
    name: 'e2e',
    title: 'End to end in Chromium: each seam and main way',
    folder: 'tests/e2e',
    needs: 'chromium',
    lane: 'browsers',
    command: playwright('phone', '--grep-invert=@long', oneWorker),
  },
  { name: 'budget', title: 'Size of the web app', command: npmScript('budget') },
]

/** What a night and a release run: the same with all rounds and variations, and the rest. */
export const longParts = [
  build,
  unit,
  {
    name: 'server-postgres',
    title: 'Server on PostgreSQL',
    folder: 'tests/server',
    needs: 'postgres',
    command: vitest('server', '--maxWorkers=2'),
  },
  { name: 'attack', title: 'Attacks on SQLite, all', folder: 'tests/attack', command: vitest('attack', oneByOne) },
  {
    name: 'attack-postgres',
    title: 'Attacks on PostgreSQL, all',
    folder: 'tests/attack',
    needs: 'postgres',
    command: vitest('attack', oneByOne),
  },
  {
    name: 'simulation',
    title: 'Simulation, whole',
    folder: 'tests/simulation',
    command: vitest('simulation', '--maxWorkers=1'),
  },
  {
    name: 'torture',
    title: 'Crashes and failures',
    folder: 'tests/torture',
    needs: 'postgres',
    command: vitest('torture', oneByOne),
  },
  {
    name: 'e2e',
    title: 'End to end in Chromium, all',
    folder: 'tests/e2e',
    needs: 'chromium',
    lane: 'browsers',
    command: playwright('phone', oneWorker),
  },
  {
    name: 'firefox',
    title: 'End to end in Firefox',
    folder: 'tests/e2e',
    needs: 'firefox',
    lane: 'browsers',
    command: playwright('firefox*', oneWorker),
  },
  {
    name: 'webkit',
    title: 'End to end in WebKit',
    folder: 'tests/webkit',
    needs: 'webkit',
    lane: 'browsers',
    command: playwright('webkit', oneWorker),
  },
]
