import { v7 } from 'uuid'
import type { FishPage } from '../../../contract/fishes.ts'
import { startBare, takeAnswer } from '../bare.ts'
import { closedLoop, costOf } from '../load.ts'
import { rawRequest } from '../raw-http.ts'
import { logIn, type Shop, startShop } from '../shop.ts'
import { median, type Options, type Table } from '../table.ts'

const path = '/api/orders/add/'
const json = { 'content-type': 'application/json' }
const shippingAddress = { phone: '+33 1', address: '1 Quay', city: 'Brest', postalCode: '29200', country: 'France' }

/** Makes orders of three products each, every one with a key of its own. */
export async function orderMaker(
  shop: Shop,
): Promise<{ request: () => Buffer; headers: Record<string, string>; body: string }> {
  const token = await logIn(shop, 'customer')
  const answer = await fetch(`${shop.url}/api/fish/?page=1&per_page=3`)
  // our own server, which its own tests hold to the contract
  const { fishes } = (await answer.json()) as FishPage
  const body = JSON.stringify({ orderItems: fishes.map((fish) => ({ fishe: fish._id, qty: 2.5 })), shippingAddress })
  const headers = { ...json, authorization: `Bearer ${token}` }
  return { headers, body, request: () => rawRequest('POST', path, { ...headers, 'idempotency-key': v7() }, body) }
}

/** Durable orders a second beside bare Fastify, which answers as many bytes and keeps nothing. */
export async function serverOrders(options: Options): Promise<Table[]> {
  const shop = await startShop({ products: 60, orders: 0 })
  try {
    const { request, headers, body } = await orderMaker(shop)
    const ask = { method: 'POST' as const, path, body, headers: { ...headers, 'idempotency-key': v7() } }
    const bare = await startBare([await takeAnswer(shop.url, ask)])
    try {
      const rates: Record<'ours' | 'bare' | 'cost', number[]> = { ours: [], bare: [], cost: [] }
      const slow: number[] = []
      let refused = 0
      for (const port of [bare.port, shop.port]) await closedLoop({ port, connections: 16, seconds: 1, request })
      for (let round = 0; round < options.rounds; round++) {
        const load = { connections: 16, seconds: options.seconds, request }
        rates.bare.push((await closedLoop({ ...load, port: bare.port })).rate)
        const ours = await costOf(shop.pid, () => closedLoop({ ...load, port: shop.port }))
        rates.cost.push(ours.cost)
        rates.ours.push(ours.rate)
        slow.push(ours.p95)
        refused += ours.failed + Math.round(ours.rate * options.seconds) - (ours.statuses[201] ?? 0)
      }
      return [
        {
          title: 'Durable orders (three items, SQLite, synchronous=FULL), 16 connections',
          head: ['orders/s', 'bare Fastify/s', 'CPU µs an order', 'p95 ms', 'refused'],
          rows: [[median(rates.ours), median(rates.bare), median(rates.cost), median(slow), Math.max(0, refused)]],
        },
      ]
    } finally {
      await bare.stop()
    }
  } finally {
    await shop.stop()
  }
}
