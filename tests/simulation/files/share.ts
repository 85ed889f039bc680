import { playShare } from '../play-share.ts'
import { playFiles } from './history.ts'
import { fileMutants } from './mutants.ts'

await playShare({ mutants: fileMutants, unchanged: {}, play: playFiles })
