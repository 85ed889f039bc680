import { playShare } from '../play-share.ts'
import { playThreads } from './history.ts'
import { threadMutants } from './mutants.ts'

await playShare({ mutants: threadMutants, unchanged: {}, play: playThreads })
