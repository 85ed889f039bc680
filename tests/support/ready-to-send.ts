import { cartLineOf, putCartLine } from '../../src/db/cart.ts'
import { createDatabase, putValue } from '../../src/db/database.ts'
import { fish } from './fishes.ts'

export const address = { phone: '+33 1', address: 'Quai 12', city: 'Marseille', postalCode: '13001', country: 'France' }

let devices = 0

/** A device with three tonnes of octopus in its cart and an address: a request can be sent. */
export async function readyToSend() {
  devices += 1
  const device = createDatabase(`ready-${devices}`)
  await putCartLine(device, cartLineOf(fish(), 3, 1))
  await putValue(device, 'address', address)
  return device
}
