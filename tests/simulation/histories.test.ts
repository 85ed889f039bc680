import { testHolds } from './expectations.ts'

const seed = Number(process.env.SIM_SEED ?? 20)

testHolds('25,000 random histories hold in the memory store', { histories: 25_000, seed })

testHolds('1,000 random histories hold on the tables of the product', { histories: 1000, seed, real: true })
