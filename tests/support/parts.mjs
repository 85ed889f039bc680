/**
 * The parts of `npm test`, in their order; what stands before and with the build comes first. A part without `folder`
 * needs no test files; one that runs `beside` is alone in its lane.
 */
const vitest =
  (project, ...more) =>
  (report) => [
    'vitest',
    ['run', '--project', project, ...more, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  ]
// one file at a time, where time is measured or processes are many
const oneByOne = '--no-file-parallelism'
const npmScript = (name) => () => ['npm', ['run', '--silent', name]]

export const parts = [
  { name: 'check', title: 'Format, promises and types', command: npmScript('check') },
  { name: 'build', title: 'Build of the web app', command: npmScript('build') },
  { name: 'unit', title: 'Unit tests', folder: 'tests/unit', command: vitest('unit') },
  { name: 'server', title: 'Server on SQLite', folder: 'tests/server', command: vitest('server') },
  {
    name: 'server-postgres',
    title: 'Server on PostgreSQL',
    folder: 'tests/server',
    needs: 'postgres',
    command: vitest('server'),
  },
  {
    name: 'attack',
    title: 'Attacks, on SQLite and PostgreSQL',
    folder: 'tests/attack',
    needs: 'postgres',
    command: vitest('attack', oneByOne),
  },
  {
    name: 'torture',
    title: 'Crashes and failures',
    folder: 'tests/torture',
    needs: 'postgres',
    command: vitest('torture', oneByOne),
  },
  { name: 'simulation', title: 'Simulation', folder: 'tests/simulation', command: vitest('simulation') },
  {
    name: 'e2e',
    title: 'End to end in Chromium',
    folder: 'tests/e2e',
    needs: 'chromium',
    beside: true,
    command: () => ['playwright', ['test', '-c', 'tests', '--reporter=list,json']],
  },
  { name: 'budget', title: 'Size of the web app', command: npmScript('budget') },
]
