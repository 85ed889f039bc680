import type { LaneEnv, LanePolicy } from '../../../src/sync/send-files.ts'
import type { ThreadMutation } from '../threads/mutation.ts'

/** A known bug of files, injected where the product makes its decisions. */
export interface FileMutation extends ThreadMutation {
  lane?: Partial<LanePolicy>
  /** what stands between the lane and the network; made anew for each tab */
  ask?: (ask: LaneEnv['ask']) => LaneEnv['ask']
  /** what stands between the lane and the disk */
  files?: (store: LaneEnv['store']) => LaneEnv['store']
  /** no lock although the device has locks */
  unlocked?: boolean
  /** the server writes a piece wherever the file ends, and believes what it has */
  takesAnywhere?: boolean
}
