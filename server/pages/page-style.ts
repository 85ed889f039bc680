import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface PageStyle {
  /** with the version in its query, so that the file may be cached for ever */
  address: string
  css: string
}

/** The style of the app's first screen, which the build has put into index.html; empty if the app is not built. */
export async function readPageStyle(dist: string | undefined): Promise<PageStyle> {
  const html = dist === undefined ? '' : await readFile(join(dist, 'index.html'), 'utf8').catch(() => '')
  const css = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, text]) => text).join('\n')
  const version = createHash('sha256').update(css).digest('base64url').slice(0, 10)
  return { address: `style.css?${version}`, css }
}
