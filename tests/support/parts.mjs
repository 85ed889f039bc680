/**
 * The parts of `npm test`, in their order; the build is done first, then the lanes run side by side: most parts have none of
 * their own, `browsers`, with what else fits beside, and `background` have. The latter, which only computes, takes what the
 * others leave of the processor. A part without `folder` needs no test files; one `onRequest` runs only when it is named.
 */
const vitest =
  (project, ...more) =>
  (report) => [
    'vitest',
    ['run', '--project', project, ...more, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  ]
const playwright =
  (project, ...more) =>
  () => ['playwright', ['test', '-c', 'tests', `--project=${project}`, ...more, '--reporter=list,json']]
// one file at a time, where time is measured or processes are many
const oneByOne = '--no-file-parallelism'
// a second worker would start a browser and a shop of its own for a few tests, while the other lanes fill the cores
const oneWorker = '--workers=1'
// Vitest leaves a core to itself; most files wait for a disk, a timer or a process
const twoAtOnce = '--maxWorkers=2'
const npmScript = (name) => () => ['npm', ['run', '--silent', name]]

export const parts = [
  { name: 'build', title: 'Build of the web app', command: npmScript('build') },
  // it takes one core for half a minute; the browsers' lane ends first
  { name: 'check', title: 'Format, promises and types', lane: 'browsers', command: npmScript('check') },
  { name: 'unit', title: 'Unit tests', folder: 'tests/unit', command: vitest('unit', twoAtOnce) },
  {
    name: 'server',
    title: 'Server on SQLite alone',
    folder: 'tests/server',
    onRequest: true,
    command: vitest('server'),
  },
  {
    name: 'server-postgres',
    title: 'Server, on SQLite and PostgreSQL',
    folder: 'tests/server',
    needs: 'postgres',
    command: vitest('server', twoAtOnce),
  },
  {
    name: 'attack',
    title: 'Attacks, on SQLite and PostgreSQL',
    folder: 'tests/attack',
    needs: 'postgres',
    command: vitest('attack', oneByOne),
  },
  {
    name: 'simulation',
    title: 'Simulation',
    folder: 'tests/simulation',
    lane: 'background',
    command: vitest('simulation', twoAtOnce),
  },
  {
    name: 'e2e',
    title: 'End to end in Chromium',
    folder: 'tests/e2e',
    needs: 'chromium',
    lane: 'browsers',
    command: playwright('phone'),
  },
  {
    name: 'firefox',
    title: 'End to end in Firefox: the core',
    folder: 'tests/e2e',
    needs: 'firefox',
    lane: 'browsers',
    command: playwright('firefox*', '--grep=@core', oneWorker),
  },
  {
    name: 'webkit',
    title: 'End to end in WebKit: the core',
    folder: 'tests/webkit',
    needs: 'webkit',
    lane: 'browsers',
    command: playwright('webkit', '--grep=@core', oneWorker),
  },
  {
    name: 'torture',
    title: 'Crashes and failures',
    folder: 'tests/torture',
    needs: 'postgres',
    lane: 'browsers',
    command: vitest('torture', oneByOne),
  },
  {
    name: 'firefox-all',
    title: 'End to end in Firefox: everything',
    folder: 'tests/e2e',
    needs: 'firefox',
    lane: 'browsers',
    onRequest: true,
    command: playwright('firefox*'),
  },
  {
    name: 'webkit-all',
    title: 'End to end in WebKit: everything',
    folder: 'tests/webkit',
    needs: 'webkit',
    lane: 'browsers',
    onRequest: true,
    command: playwright('webkit'),
  },
  { name: 'budget', title: 'Size of the web app', command: npmScript('budget') },
]
