import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { nodeFlags } from '../../server/scripts/prepare.mjs'

const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url))
/** What Node has compiled of scripts and the server, `npm start`'s too. */
export const compileCache = fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url))

export interface ServerProcess {
  child: ChildProcess
  /** the printed address; rejects with its output if it ends instead */
  address: Promise<string>
  /** everything it has printed so far */
  said(): string
  kill(): Promise<void>
  /** its output, once it has ended */
  ended: Promise<{ code: number | null; signal: string | null; said: string; errors: string }>
}

/** Starts `node server/main.ts` as `npm start` does, on a free port; on SQLite unless `env` names a database. The caller ends it. */
export function startServer(env: Record<string, string>): ServerProcess {
  const { DATABASE_URL: _, IMAGES_URL: __, ...inherited } = process.env
  const child = spawn(process.execPath, [...nodeFlags, main], {
    env: {
      ...inherited,
      NODE_COMPILE_CACHE: compileCache,
      MALLOC_ARENA_MAX: '1',
      PORT: '0',
      LOG_LEVEL: 'silent',
      CATALOGUE: 'empty',
      DEMO_ORDERS: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [all, said, errors] = ['', '', '']
  const ended: ServerProcess['ended'] = new Promise((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, said, errors }))
  })
  const address = new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      said += chunk
      all += chunk
      const found = /Quayside is open at (\S+)/.exec(said)?.[1]
      if (found) resolve(found)
    })
    child.stderr?.on('data', (chunk) => {
      errors += chunk
      all += chunk
    })
    void ended.then(() => reject(new Error(said + errors)))
  })
  address.catch(() => {})
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return { child, address, said: () => all, kill, ended }
}

/** Calls a server over the network; undefined if the connection breaks. */
export async function post(url: string, body: unknown, headers: Record<string, string> = {}) {
  try {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }
    const answer = await fetch(url, init)
    return { status: answer.status, json: await answer.json(), headers: answer.headers }
  } catch {
    return undefined
  }
}

/** Like `post`, and again while the answer is to come later, or there is none, as a phone does. */
export async function postUntilTaken(...call: Parameters<typeof post>) {
  for (;;) {
    const answer = await post(...call)
    if (answer && answer.status !== 503 && answer.json.type !== 'about:quayside/key-in-progress') return answer
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
