// @vitest-environment node

import { expect, test } from 'vitest'
import { deviceOf } from '../../../../server/accounts/sessions.ts'
import { posesAsShop } from '../../../../server/catalogue/review-service.ts'

test.each([
  ...['Administrator', 'ADMIN', 'Admin 1', 'Admin1', 'admin_team', 'The Admin', 'Administrateur', 'Administración'],
  ...[
    'Quayside',
    'Quayside Support',
    'Quay side',
    'Q u a y s i d e',
    'quаysіde',
    'Quays1de',
    'Qüáyside',
    'ＱＵＡＹＳＩＤＥ',
  ],
  ...['Аdministratоr', 'Adm\u200bin', 'a.d.m.i.n', '4dm1n', 'Adrnin', 'Admın', 'αdmιη', 'Αdmin'],
])('%s looks like the shop', (name) => {
  expect(posesAsShop(name, 'Quayside')).toBe(true)
})

test.each(['Ana', 'Badminton Club', 'Adminah Diallo', 'Quentin Seaside', 'Ольга', '港口', '', '42', 'Kay Side'])(
  '%s does not',
  (name) => {
    expect(posesAsShop(name, 'Quayside')).toBe(false)
  },
)

test('names that contain the shop’s name count, if that is long enough', () => {
  expect(posesAsShop('Port & S0ns desk', 'Port & Sons')).toBe(true)
  expect(posesAsShop('Quayside', 'Port & Sons')).toBe(false)
  expect(posesAsShop('Anna', 'Ann')).toBe(false)
})

const chrome = '(KHTML, like Gecko) Chrome/126.0.0.0'

test.each([
  ['Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0', 'Firefox/Android'],
  [`Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 ${chrome} Mobile Safari/537.36`, 'Chrome/Android'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 ${chrome} Safari/537.36 Edg/126.0`, 'Edge/Windows'],
  [`Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 ${chrome} Safari/537.36`, 'Chrome/Linux'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) CriOS/126.0 Mobile/15E148 Safari/604.1', 'Chrome/iPhone'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.5 Safari/605.1.15', 'Safari/macOS'],
  ['<script>alert(1)</script>', '/'],
  [undefined, '/'],
])('%s is %s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device)
})

test('reads only the beginning of a very long User-Agent', () => {
  expect(deviceOf(`${'x'.repeat(500)} Firefox/128.0`)).toBe('/')
})
