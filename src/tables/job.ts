import { type CellValue, type CsvStyle, csvText } from './csv.ts'
import type { ChosenPictures } from './picture-names.ts'
import type { TextForm } from './read-csv.ts'
import type { TableReading } from './read-table.ts'

export type FileFormat = { kind: 'xlsx' } | { kind: 'csv'; style: CsvStyle }

/** The first row has the titles. */
export type TableValues = readonly (readonly CellValue[])[]

/** What the spreadsheet worker does, each with what it answers. */
export interface Jobs {
  readTable: { given: { file: File; form: Partial<TextForm> }; answer: TableReading }
  readPictures: { given: { files: readonly File[] }; answer: ChosenPictures }
  writeTable: { given: { rows: TableValues; format: FileFormat }; answer: Blob }
}
export type Job = { [Kind in keyof Jobs]: { kind: Kind } & Jobs[Kind]['given'] }[keyof Jobs]

/** What the worker tells. `progress`: rows that are written. */
export type JobMessage =
  | { kind: 'progress'; done: number; of: number }
  | { kind: 'done'; answer: Jobs[keyof Jobs]['answer'] }
  | { kind: 'failed'; reason: string }

/** A step of the progress, rows. */
const step = 500

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Does a job. All but the writing of CSV is loaded when it is needed. */
export async function doJob(
  job: Job,
  onProgress: (done: number, of: number) => void,
): Promise<Jobs[keyof Jobs]['answer']> {
  if (job.kind === 'readTable') return (await import('./read-table.ts')).readTable(job.file, job.form)
  if (job.kind === 'readPictures') return (await import('./sheet-pictures.ts')).readPictures(job.files)
  const { rows, format } = job
  if (format.kind === 'csv') return new Blob([csvText(rows, format.style)], { type: 'text/csv;charset=utf-8' })
  const { xlsxBytes } = await import('./write-xlsx.ts')
  const bytes = xlsxBytes(rows, (done) => {
    if (done % step === 0) onProgress(done, rows.length)
  })
  return new Blob([bytes], { type: xlsxType })
}
