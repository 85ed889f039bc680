import { mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Browser, type BrowserContextOptions, expect as base, type Page } from '@playwright/test'
import sharp from 'sharp'

/** Outside of a test, with the patience of one. */
export const expect = base.configure({ timeout: 30_000 })
export const root = join(import.meta.dirname, '../..')

/** A browser of its own, without animation. */
export const newContext = (browser: Browser, options: BrowserContextOptions) =>
  browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'Africa/Dakar', ...options })

/** With `--check` nothing is saved: pictures are compared with their screens. */
export const onlyChecks = process.argv.includes('--check')
/** pictures that are older than what their screen shows */
export const stale: string[] = []
/** Mean difference of two pictures, 0 to 255. A day and a reference make less than 1, another layout more than 4. */
const mostDifferent = 2.5

const pixelsOf = (picture: Buffer | string) =>
  sharp(picture).resize(160, 160, { fit: 'fill' }).greyscale().raw().toBuffer()

async function differenceOf(one: Buffer | string, other: Buffer | string): Promise<number> {
  const [a, b] = await Promise.all([pixelsOf(one), pixelsOf(other)])
  return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length
}

/** Saves what the window shows, once the pictures in sight are painted; returns the file's bytes. */
export async function savePicture(page: Page, file: string): Promise<number> {
  await page.evaluate(async () => {
    const seen = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight)
    await Promise.all(seen.map((image) => image.decode().catch(() => undefined)))
  })
  const path = join(root, file)
  const shot = await page.screenshot()
  if (onlyChecks) {
    const difference = await differenceOf(path, shot).catch(() => 255)
    console.log(`${file}: ${difference.toFixed(1)}`)
    if (difference > mostDifferent) stale.push(file)
    return 0
  }
  await mkdir(dirname(path), { recursive: true })
  const picture = sharp(shot)
  await (file.endsWith('.png')
    ? picture.png({ palette: true, effort: 10 })
    : picture.webp({ quality: 80, effort: 6 })
  ).toFile(path)
  const { size } = await stat(path)
  console.log(`${file}: ${Math.round(size / 1024)} kB`)
  return size
}
