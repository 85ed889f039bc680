// @vitest-environment node
import { expect, test } from 'vitest'
import { arrivalCalendar } from '../../../../../src/orders/shipment/shipment-part.tsx'

const now = Date.parse('2026-06-15T12:30:45.678Z')
const arrival = (shipment: Partial<Parameters<typeof arrivalCalendar>[0]['shipment']> = {}) =>
  arrivalCalendar({
    order: { _id: 'o1' },
    shipment: { eta: '2026-12-31', ...shipment },
    summary: 'Q-1: expected arrival',
    now,
  })

test('has the day of arrival as a whole day', () => {
  expect(arrival().split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Quayside//Shipments//EN',
    'BEGIN:VEVENT',
    'UID:o1-eta',
    `SEQUENCE:${Math.floor(now / 1000)}`,
    'DTSTAMP:20260615T123045Z',
    'DTSTART;VALUE=DATE:20261231',
    'DTEND;VALUE=DATE:20270101',
    'SUMMARY:Q-1: expected arrival',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test('a long name breaks into lines of at most 75 octets, and its signs are escaped', () => {
  const vessel = `Étoile, ${'é'.repeat(60)}; ${'x'.repeat(60)}\\`
  const file = arrival({ vessel, container: 'CSQU3054383' })
  const lines = file.split('\r\n')
  for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  const whole = file.replaceAll('\r\n ', '')
  expect(whole).toContain(`DESCRIPTION:Étoile\\, ${'é'.repeat(60)}\\; ${'x'.repeat(60)}\\\\\\, CSQU3054383\r\n`)
})
