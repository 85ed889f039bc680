import { readdirSync, readFileSync } from 'node:fs'

const statusOf = (pid: number | string) => {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return '' // it has ended
  }
}
const numberOf = (status: string, name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)

/** Memory of the processes that a process has started, and with `own` of itself, MB. */
export function memoryOfTree(pid: number, { own = true } = {}): number {
  const children = readdirSync('/proc').filter((name) => numberOf(statusOf(name), 'PPid') === pid)
  const all = children.map((child) => memoryOfTree(Number(child)))
  return all.reduce((sum, each) => sum + each, own ? numberOf(statusOf(pid), 'VmRSS') / 1024 : 0)
}

/** The most memory of a process and of those it has started while something runs, MB. */
export async function peakOfTree(pid: number, work: Promise<unknown>, { own = true } = {}): Promise<number> {
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, memoryOfTree(pid, { own }))
  }, 10)
  await work.finally(() => clearInterval(timer))
  return peak
}
