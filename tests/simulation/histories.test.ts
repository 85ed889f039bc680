import { testHolds } from './expectations.ts'

const seed = Number(process.env.SIM_SEED ?? 20)

testHolds('100,000 random histories hold in the memory store', { histories: 100_000, seed })

testHolds('5,000 random histories hold on the tables of the product', { histories: 5000, seed, real: true })
