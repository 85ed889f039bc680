import type { Order } from '../../../contract/orders.ts'
import type { Shipment } from '../../../contract/shipment/milestones.ts'
import { addDays } from '../../../contract/texts/shop-day.ts'

/** Octets of a line of the file, without its end (RFC 5545). */
const lineOctets = 75

/** A text as the value of a property. */
function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')
}

/** Breaks a line where it is too long: the next ones begin with a space. Never within a character. */
function folded(line: string): string {
  const encoder = new TextEncoder()
  let length = 0
  let text = ''
  for (const character of line) {
    const octets = encoder.encode(character).length
    if (length + octets > lineOctets) {
      text += '\r\n '
      length = 1
    }
    text += character
    length += octets
  }
  return text
}

const compact = (text: string) => text.replaceAll('-', '')

interface Arrival {
  order: Pick<Order, '_id'>
  shipment: Pick<Shipment, 'vessel' | 'container'> & { eta: string }
  /** what the calendar shows */
  summary: string
  /** ms since 1970 */
  now: number
}

/** An iCalendar file with the day of arrival. A later file of the same order replaces it in the calendar. */
export function arrivalCalendar({ order, shipment, summary, now }: Arrival): string {
  const { vessel, container, eta } = shipment
  const stamp = `${compact(new Date(now).toISOString()).replaceAll(':', '').slice(0, 15)}Z`
  const description = [vessel, container].filter((text) => text !== undefined).join(', ')
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Quayside//Shipments//EN',
    'BEGIN:VEVENT',
    `UID:${order._id}-eta`,
    `SEQUENCE:${Math.floor(now / 1000)}`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${compact(eta)}`,
    `DTEND;VALUE=DATE:${compact(addDays(eta, 1))}`,
    `SUMMARY:${escaped(summary)}`,
    ...(description ? [`DESCRIPTION:${escaped(description)}`] : []),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}
