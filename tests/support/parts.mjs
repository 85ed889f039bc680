/** The parts of `npm test`, in their order. A part without `folder` needs no test files. */
const vitest = (project) => (report) => [
  'vitest',
  ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
]
const npmScript = (name) => () => ['npm', ['run', '--silent', name]]

export const parts = [
  { name: 'check', title: 'Format, promises and types', command: npmScript('check') },
  { name: 'unit', title: 'Unit tests', folder: 'tests/unit', command: vitest('unit') },
  { name: 'build', title: 'Build of the web app', command: npmScript('build') },
  { name: 'server', title: 'Server on SQLite', folder: 'tests/server', command: vitest('server') },
  {
    name: 'server-postgres',
    title: 'Server on PostgreSQL',
    folder: 'tests/server',
    needs: 'postgres',
    command: vitest('server'),
  },
  { name: 'simulation', title: 'Simulation', folder: 'tests/simulation', command: vitest('simulation') },
  {
    name: 'e2e',
    title: 'End to end in Chromium',
    folder: 'tests/e2e',
    needs: 'chromium',
    command: () => ['playwright', ['test', '-c', 'tests', '--reporter=list,json']],
  },
  { name: 'budget', title: 'Size of the web app', command: npmScript('budget') },
]
