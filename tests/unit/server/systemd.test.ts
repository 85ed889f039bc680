// @vitest-environment node
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

const unit = readFileSync(join(import.meta.dirname, '../../../docs/quayside.service'), 'utf8')
const settings = new Map(
  unit.split('\n').flatMap((line) => [/^(\w+)=(.*)$/.exec(line)?.slice(1) ?? []]) as [string, string][],
)

test.each([
  ...['NoNewPrivileges', 'ProtectClock', 'ProtectKernelLogs', 'RestrictRealtime', 'PrivateUsers', 'PrivateDevices'],
  ...[
    'ProtectHome',
    'PrivateTmp',
    'ProtectKernelTunables',
    'ProtectKernelModules',
    'ProtectControlGroups',
    'DynamicUser',
  ],
])('the unit has %s', (name) => {
  expect(settings.get(name)).toBe('yes')
})

test('the unit allows the service what it needs, and makes its files private', () => {
  expect(unit).toContain('\nSystemCallFilter=@system-service\n')
  expect(settings.get('ProtectProc')).toBe('invisible')
  expect(settings.get('ProtectSystem')).toBe('strict')
  expect([settings.get('UMask'), settings.get('StateDirectoryMode')]).toEqual(['0077', '0700'])
})

const run = (...args: string[]) => {
  const { stdout, stderr, status } = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

// systemd-analyze is in Debian's package systemd; without it, only the directives above are tested
if (spawnSync('systemd-analyze', ['--version']).status === 0) {
  describe('systemd', () => {
    const folder = mkdtempSync(join(tmpdir(), 'unit-'))
    const file = join(folder, 'quayside.service')
    // the program must exist to be verified
    writeFileSync(file, unit.replace('/opt/quayside/node_modules/.bin/node', process.execPath))
    afterAll(() => rmSync(folder, { recursive: true }))

    test('understands every line of the unit', () => {
      expect(run('verify', '--man=no', file)).toEqual({ status: 0, said: '' })
    })

    test('rates the exposure of the service as low', () => {
      const { said } = run('security', '--offline=true', '--no-pager', file)
      const level = /Overall exposure level for quayside\.service: ([\d.]+)/.exec(said)?.[1]
      expect(Number(level)).toBeLessThanOrEqual(2)
    })
  })
}
