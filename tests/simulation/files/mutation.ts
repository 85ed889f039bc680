import type { UploadEnv, UploadPolicy } from '../../../src/sync/send-files.ts'
import type { ThreadMutation } from '../threads/mutation.ts'

/** A known bug of files, injected where the product makes its decisions. */
export interface FileMutation extends ThreadMutation {
  lane?: Partial<UploadPolicy>
  /** what stands between the upload queue and the network; made anew for each tab */
  ask?: (ask: UploadEnv['ask']) => UploadEnv['ask']
  /** what stands between the upload queue and the disk */
  files?: (store: UploadEnv['store']) => UploadEnv['store']
  /** no lock although the device has locks */
  unlocked?: boolean
  /** the server writes a chunk wherever the file ends, and believes what it has */
  takesAnywhere?: boolean
}
