import { playHistory } from './history.ts'
import { mutants } from './mutants.ts'
import { playShare } from './play-share.ts'

await playShare({ mutants, unchanged: {}, play: playHistory })
