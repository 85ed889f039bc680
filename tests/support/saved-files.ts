import { onTestFinished, vi } from 'vitest'

/** What the page saves as files, without the browser's own part of it: their names, their content and how to read that. */
export function savedFiles() {
  const [names, files]: [string[], Blob[]] = [[], []]
  // the page passes only its own files
  const create = vi.fn((blob: Blob | MediaSource) => `blob:${files.push(blob as Blob)}`)
  Object.assign(URL, { createObjectURL: create, revokeObjectURL: () => undefined })
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  onTestFinished(() => click.mockRestore())
  // jsdom's Blob has no text()
  const textOf = (at: number) =>
    new Promise<string>((resolve) => {
      const reader = new FileReader()
      reader.onload = () => resolve(String(reader.result))
      reader.readAsText(files[at] ?? new Blob())
    })
  return { names, files, textOf }
}
