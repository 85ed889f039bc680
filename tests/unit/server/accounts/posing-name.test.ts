// @vitest-environment node
import { expect, test } from 'vitest'
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
