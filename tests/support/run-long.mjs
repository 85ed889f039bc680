/** `npm run fuzz` and `npm run torture`: one project of the tests with ten times the rounds, on a PostgreSQL of its own. */
import { giveUp, innerEnv, requireNode, run } from '../../server/scripts/prepare.mjs'
import { requirePostgres } from './tools.mjs'

requireNode()
const [project, ...more] = process.argv.slice(2)
const folder = requirePostgres()
if (!project || !folder) giveUp('This needs PostgreSQL; install it or set POSTGRES_BIN to the folder of its programs.')
process.env.POSTGRES_BIN = folder
const { startPostgres } = await import('./postgres.mjs')
const postgres = await startPostgres()
const env = innerEnv({ TEST_DATABASE_URL: postgres.url, LONG_TESTS: 'on' })
const code = await run('vitest', ['run', '--project', project, '--no-file-parallelism', ...more], env)
await postgres.stop()
process.exitCode = code
