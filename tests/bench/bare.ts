import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodeFlags } from '../../server/scripts/prepare.mjs'
import { freePort } from '../support/free-port.mjs'
import type { BareAnswer } from './bare-server.ts'
import { answers } from './shop.ts'

interface Ask {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

/** One answer of a server with its bytes as they came over the wire, still compressed. */
export function takeAnswer(url: string, { method, path, headers, body }: Ask): Promise<BareAnswer> {
  return new Promise((resolve, reject) => {
    const req = http.request(url + path, { method, headers }, (res) => {
      const parts: Buffer[] = []
      res.on('data', (part: Buffer) => parts.push(part))
      res.on('end', () => {
        const skip = new Set(['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding'])
        const saved = Object.entries(res.headers).filter(([name]) => !skip.has(name))
        resolve({
          ...{ path, method, status: res.statusCode ?? 0, body: Buffer.concat(parts).toString('base64') },
          headers: Object.fromEntries(saved.map(([name, value]) => [name, String(value)])),
        })
      })
    })
    req.on('error', reject)
    req.end(body)
  })
}

export interface Bare {
  port: number
  pid: number
  stop(): Promise<void>
}

/** Starts the bare server with these answers, with the Node flags and the allocator of our server: it differs only in its code. */
export async function startBare(given: BareAnswer[]): Promise<Bare> {
  const folder = await mkdtemp(join(tmpdir(), 'quayside-bare-'))
  const file = join(folder, 'answers.json')
  await writeFile(
    file,
    JSON.stringify([...given, { path: '/ready', method: 'GET', status: 200, headers: {}, body: '' }]),
  )
  const port = await freePort()
  const script = join(import.meta.dirname, 'bare-server.ts')
  const child = spawn(process.execPath, [...nodeFlags, script, file, String(port)], {
    env: { ...process.env, NODE_ENV: 'production', MALLOC_ARENA_MAX: '1' },
  })
  let said = ''
  child.stderr.on('data', (part) => (said += part))
  await answers(`http://127.0.0.1:${port}/ready`, child, () => said)
  const stop = async () => {
    child.kill()
    if (child.exitCode === null) await once(child, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
  return { port, pid: child.pid ?? 0, stop }
}
