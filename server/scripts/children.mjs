/** Runs child programs that get this program's signals; when one ends, all end. */
import { spawn } from 'node:child_process'
import { root } from './prepare.mjs'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Starts the commands, ends all when one ends, and exits with the exit code of the first one to end. */
export function runTogether(commands) {
  let exitCode
  const children = commands.map(({ file, args, env }) => {
    const child = spawn(file, args, { cwd: root, env, stdio: 'inherit' })
    child.on('error', (error) => finish(child, error.message))
    child.on('close', (code, signal) => finish(child, signal ? 1 : (code ?? 1)))
    return child
  })
  const running = new Set(children)

  function finish(child, codeOrMessage) {
    running.delete(child)
    if (typeof codeOrMessage === 'string') console.error(codeOrMessage)
    exitCode ??= typeof codeOrMessage === 'string' ? 1 : codeOrMessage
    for (const other of running) other.kill('SIGTERM')
    if (running.size === 0) process.exit(exitCode)
  }
  // when npm is killed, it ends its shell but not this program, which therefore watches its parent
  const parent = process.ppid
  if (process.env.npm_lifecycle_event) {
    setInterval(() => {
      if (process.ppid !== parent) for (const child of running) child.kill('SIGTERM')
    }, 250)
  }
  for (const signal of signals) {
    process.on(signal, () => {
      // Ctrl-C in a terminal reaches the whole process group, so it must not be sent twice
      if (signal === 'SIGINT' && process.stdin.isTTY) return
      for (const child of running) child.kill(signal)
    })
  }
}
