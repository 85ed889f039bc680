/**
 * A PostgreSQL of one's own, in a new folder that goes away with it.
 *
 *   node tests/support/postgres.mjs                 starts one and prints its address
 *   node tests/support/postgres.mjs COMMAND ARGS…   runs a command with TEST_DATABASE_URL set to its address
 */
import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { freePort } from './free-port.mjs'
import { fastFolder, findPostgres } from './tools.mjs'

// a cluster that lives for minutes need not survive a power cut
const hasty = ['fsync=off', 'full_page_writes=off', 'max_wal_size=128MB']
const options = ['max_connections=200', 'unix_socket_directories=', 'lc_messages=C']

const idOf = (flag, user) => Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: 'pipe' }))

/** PostgreSQL refuses to run as root: whom it runs as then. */
function otherUser() {
  if (process.getuid?.() !== 0) return {}
  for (const user of ['postgres', 'nobody']) {
    try {
      return { uid: idOf('-u', user), gid: idOf('-g', user) }
    } catch {
      // no such user here
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a user "postgres" nor "nobody".')
}

/** A process and all its children; PostgreSQL's are no group. */
function family(pid) {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
    return [pid, ...children.map(Number)]
  } catch {
    return [pid]
  }
}

/** Starts a server and resolves when it takes connections; rejects with its own words when it cannot. */
function launch({ bin, folder, port, user, durable }) {
  const chosen = [...options, ...(durable ? [] : hasty)].flatMap((option) => ['-c', option])
  const args = ['-D', folder, '-p', String(port), '-h', '127.0.0.1', ...chosen]
  const child = spawn(join(bin, 'postgres'), args, { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  const gone = new Promise((resolve) => child.once('close', resolve))
  return new Promise((resolve, reject) => {
    let said = ''
    child.on('error', reject)
    child.stderr.on('data', (chunk) => {
      // the end of it: clients that knock meanwhile fill pages before it is ready
      said = (said + chunk).slice(-10_000)
      if (said.includes('ready to accept connections')) resolve({ child, gone })
    })
    child.on('close', () => reject(new Error(`PostgreSQL did not start:\n${said}`)))
  })
}

/** See postgres.d.mts. */
export async function startPostgres({ durable = false } = {}) {
  const bin = findPostgres()
  if (!bin) throw new Error('PostgreSQL is not installed; "npm test" installs it.')
  const user = otherUser()
  const folder = mkdtempSync(join(durable ? tmpdir() : fastFolder(), 'postgres-'))
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
  const initdb = ['-D', folder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  execFileSync(join(bin, 'initdb'), initdb, { ...user, cwd: folder, stdio: 'pipe' })
  const port = await freePort()
  let server = await launch({ bin, folder, port, user, durable })

  const signalAll = (signal) => {
    for (const pid of family(server.child.pid)) {
      try {
        process.kill(pid, signal)
      } catch {
        // it ended by itself meanwhile
      }
    }
  }
  const crash = async () => {
    signalAll('SIGKILL')
    await server.gone
  }
  const atExit = () => {
    signalAll('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', atExit)
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    pause: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
    crash,
    restart: async () => {
      if (server.child.exitCode === null && server.child.signalCode === null) await crash()
      server = await launch({ bin, folder, port, user, durable })
    },
    stop: async () => {
      process.off('exit', atExit)
      signalAll('SIGCONT')
      server.child.kill('SIGINT')
      await server.gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function main([command, ...args]) {
  const postgres = await startPostgres()
  const end = async (code) => {
    await postgres.stop()
    process.exit(code)
  }
  if (!command) {
    console.log(postgres.url)
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void end(0))
    return
  }
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, TEST_DATABASE_URL: postgres.url } })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(error.message)
    void end(1)
  })
  child.on('close', (code) => void end(code ?? 1))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main(process.argv.slice(2))
