import { testHolds } from './expectations.ts'

const seed = 20

testHolds('of the outbox hold in the memory store', { histories: { short: 2500, long: 50_000 }, seed })

testHolds('of the outbox hold on the tables of the product', {
  histories: { short: 100, long: 1000 },
  seed,
  real: true,
})
