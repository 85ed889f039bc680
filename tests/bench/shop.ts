import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodeFlags } from '../../server/scripts/prepare.mjs'
import { freePort } from '../support/free-port.mjs'
import { type Amount, seedMany } from '../support/seed-many.ts'

export const admin = { email: 'admin@example.org', password: 'bench-admin-password' }
const main = join(import.meta.dirname, '../../server/main.ts')

export interface Shop {
  url: string
  port: number
  pid: number
  stop(): Promise<void>
}

/** The most resident memory so far, MB. */
export async function peakMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}

/** Processor time a process has used so far, ms: what it costs is seen even when others crowd the machine. */
export async function processorTime(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // user and system time in ticks of 10 ms
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Waits until `url` answers 200; gives up when the process ends. */
export async function answers(url: string, child: ChildProcess, said: () => string): Promise<void> {
  const end = Date.now() + 60_000
  while (Date.now() < end) {
    if (child.exitCode !== null) throw new Error(`The server ended at its start: ${said()}`)
    const ok = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`Nothing answers at ${url}: ${said()}`)
}

/** The real server in a process of its own on a fresh folder, with the demonstration catalogue or with many made-up rows. */
export async function startShop(
  amount?: Amount,
  env: Record<string, string> = {},
  databaseUrl?: string,
): Promise<Shop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'quayside-bench-'))
  const database = databaseUrl === undefined ? {} : { databaseUrl }
  if (amount) await seedMany({ dataDir, ...database }, amount)
  const port = await freePort()
  const settings = {
    PORT: String(port),
    DATA_DIR: dataDir,
    DEMO_ORDERS: 'off',
    CATALOGUE: amount ? 'empty' : 'demo',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    RATE_LIMIT_FACTOR: '1000000',
    LOG_LEVEL: 'error',
  }
  const child = spawn(process.execPath, [...nodeFlags, main], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      MALLOC_ARENA_MAX: '1',
      ...settings,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...env,
    },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said = (said + part).slice(-2000)))
  const url = `http://127.0.0.1:${port}`
  await answers(`${url}/api/health/`, child, () => said)
  const pid = child.pid ?? 0
  const stop = async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url, port, pid, stop }
}

/** The token of a new customer, or of the administrator. */
export async function logIn(shop: Shop, who: 'customer' | 'admin'): Promise<string> {
  const made = `buyer-${randomUUID()}@example.org`
  const [path, body] =
    who === 'admin'
      ? ['login', { username: admin.email, password: admin.password }]
      : ['register', { name: 'Bench Buyer', email: made, password: 'bench-buyer-password' }]
  const answer = await fetch(`${shop.url}/api/users/${path}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  // the contract: login and register answer with the user and the token in an envelope
  const { data } = (await answer.json()) as { data: { token: string } }
  return data.token
}
