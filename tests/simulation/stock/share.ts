import { playShare } from '../play-share.ts'
import { playStocks } from './history.ts'
import { stockMutants } from './mutants.ts'

await playShare({ mutants: stockMutants, unchanged: {}, play: playStocks })
