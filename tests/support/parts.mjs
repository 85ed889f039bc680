/**
 * The parts of `npm test` and of `npm run test:long` (tests/README.md). The build is done first, then two parts run side by side, each
 * with the next one that waits: the long ones come first, so that both cores end together. A part without `folder` needs no test files.
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
const npmScript =
  (...words) =>
  () => ['npm', ['run', '--silent', ...words]]

/** Where PostgreSQL can differ from SQLite: contract, exactly once, races, feeds, numbers, migrations, move. */
const onPostgres = Object.entries({
  accounts: ['login'],
  catalogue: ['changes', 'fishes', 'lots', 'search', 'stock'],
  orders: ['order-changes', 'order-events', 'orders'],
  papers: ['papers'],
  db: ['databases', 'idempotency', 'migrations', 'move', 'races', 'transactions'],
}).flatMap(([room, files]) => files.map((file) => `tests/server/${room}/${file}.test`))

const tested = (name, title, { folder = `tests/${name}`, needs, command }) => ({ name, title, folder, needs, command })
const build = { name: 'build', title: 'Build of the web app', command: npmScript('build') }
const unit = tested('unit', 'Unit tests', { command: vitest('unit', '--project=isolated', '--maxWorkers=2') })
const attack = tested('attack', 'Attacks on SQLite', { command: vitest('attack', oneByOne) })
// one worker each: what has another part beside it
const simulation = tested('simulation', 'Simulation', { command: vitest('simulation', '--maxWorkers=1') })
const onServer = (name, title, { needs, files = [] } = {}) =>
  tested(name, title, { folder: 'tests/server', needs, command: vitest('server', '--maxWorkers=2', ...files) })
const inBrowser = (name, title, { needs = name, folder = 'tests/e2e', project = name, only = [] } = {}) =>
  tested(name, title, { folder, needs, command: playwright(project, ...only, oneWorker) })

/** What a newcomer and CI run. */
export const shortParts = [
  build,
  inBrowser('e2e', 'End to end in Chromium: each seam and main way', {
    ...{ needs: 'chromium', project: 'phone', only: ['--grep-invert=@long'] },
  }),
  unit,
  attack,
  onServer('server', 'Server on SQLite'),
  { name: 'check', title: 'Format, promises and types', command: npmScript('check') },
  simulation,
  onServer('server-postgres', 'Server on PostgreSQL: what differs', { needs: 'postgres', files: onPostgres }),
  { name: 'budget', title: 'Size of the web app', command: npmScript('budget') },
]

/** What a night and a release run: the same with all rounds and variations, and the rest. */
export const longParts = [
  build,
  inBrowser('e2e', 'End to end in Chromium, all', { needs: 'chromium', project: 'phone' }),
  unit,
  onServer('server-postgres', 'Server on PostgreSQL', { needs: 'postgres' }),
  attack,
  simulation,
  inBrowser('firefox', 'End to end in Firefox', { project: 'firefox*' }),
  tested('attack-postgres', 'Attacks on PostgreSQL', {
    ...{ folder: 'tests/attack', needs: 'postgres', command: vitest('attack', oneByOne) },
  }),
  inBrowser('webkit', 'End to end in WebKit', { folder: 'tests/webkit' }),
  tested('torture', 'Crashes and failures', { needs: 'postgres', command: vitest('torture', oneByOne) }),
  {
    ...{ name: 'screenshots', title: 'Pictures of the docs show the present screens', needs: 'chromium' },
    command: npmScript('screenshots', '--', '--check'),
  },
]
