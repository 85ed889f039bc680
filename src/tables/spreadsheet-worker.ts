import { csvText, type FileFormat, type TableValues } from '../../contract/texts/csv.ts'
import type { TextForm } from './read-csv.ts'
import type { TableReading } from './read-table.ts'
import type { ChosenPictures } from './sheet-pictures.ts'

export interface Jobs {
  readTable: { given: { file: File; form: Partial<TextForm> }; answer: TableReading }
  readPictures: { given: { files: readonly File[] }; answer: ChosenPictures }
  writeTable: { given: { rows: TableValues; format: FileFormat }; answer: Blob }
}
export type Job = { [Kind in keyof Jobs]: { kind: Kind } & Jobs[Kind]['given'] }[keyof Jobs]

export type JobMessage = { kind: 'done'; answer: Jobs[keyof Jobs]['answer'] } | { kind: 'failed'; reason: string }

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

async function doJob(job: Job): Promise<Jobs[keyof Jobs]['answer']> {
  if (job.kind === 'readTable') return (await import('./read-table.ts')).readTable(job.file, job.form)
  if (job.kind === 'readPictures') return (await import('./sheet-pictures.ts')).readPictures(job.files)
  const { rows, format } = job
  if (format.kind === 'csv') return new Blob([csvText(rows, format.style)], { type: 'text/csv;charset=utf-8' })
  const { xlsxBytes } = await import('./write-xlsx.ts')
  return new Blob([xlsxBytes(rows)], { type: xlsxType })
}

export function runJob(job: Job): Promise<JobMessage> {
  return doJob(job).then(
    (answer) => ({ kind: 'done', answer }),
    (error) => ({ kind: 'failed', reason: String(error) }),
  )
}

// tests import this module into a page
if (!('document' in globalThis))
  addEventListener(
    'message',
    ({ data }: MessageEvent<Job>) => void runJob(data).then((message) => postMessage(message)),
  )
