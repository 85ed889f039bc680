import { mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import sharp from 'sharp'

export const root = join(import.meta.dirname, '../..')

/** A browser of its own, without animation. */
export const newContext = (browser: Browser, options: BrowserContextOptions) =>
  browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'Africa/Dakar', ...options })

/** Saves what the window shows, once the pictures in sight are painted; returns the file's bytes. */
export async function savePicture(page: Page, file: string): Promise<number> {
  await page.evaluate(async () => {
    const seen = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight)
    await Promise.all(seen.map((image) => image.decode().catch(() => undefined)))
  })
  const path = join(root, file)
  await mkdir(dirname(path), { recursive: true })
  const picture = sharp(await page.screenshot())
  await (file.endsWith('.png')
    ? picture.png({ palette: true, effort: 10 })
    : picture.webp({ quality: 80, effort: 6 })
  ).toFile(path)
  const { size } = await stat(path)
  console.log(`${file}: ${Math.round(size / 1024)} kB`)
  return size
}
