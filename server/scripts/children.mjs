/** Programs that run for as long as this one: they get its signals, and it ends with the first that ends. */
import { spawn } from 'node:child_process'
import { root } from './prepare.mjs'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Starts the commands, ends all when one ends, and exits with the code of the first. */
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
  // npm asked to end takes its shell along but not what that runs: without a parent this is over too
  const parent = process.ppid
  if (process.env.npm_lifecycle_event) {
    setInterval(() => {
      if (process.ppid !== parent) for (const child of running) child.kill('SIGTERM')
    }, 250)
  }
  for (const signal of signals) {
    process.on(signal, () => {
      // Ctrl-C in a terminal reaches the whole group: passed on, it would arrive twice
      if (signal === 'SIGINT' && process.stdin.isTTY) return
      for (const child of running) child.kill(signal)
    })
  }
}
