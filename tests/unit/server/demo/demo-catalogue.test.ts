// @vitest-environment node
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { thumbHashToRGBA } from 'thumbhash'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { Fish } from '../../../../contract/fishes.ts'
import { locales } from '../../../../contract/locales.ts'
import { pictureFormats, pictureWidths } from '../../../../contract/picture.ts'
import { loadDemoCatalogue, loadDemoReviews } from '../../../../server/demo/demo-catalogue.ts'

const products = await loadDemoCatalogue()
const reviews = await loadDemoReviews()
const folder = join(import.meta.dirname, '../../../../server/demo/pictures')
// the slugs of species and of close-ups
const pictures = Object.entries<{ hash: string }>(JSON.parse(await readFile(join(folder, 'index.json'), 'utf8')))

/** Limits in bytes, so that a page of thumbnails loads quickly over 400 kbit/s. */
const limits = {
  avif: { 320: 6_000, 640: 25_000, 1280: 70_000 },
  webp: { 320: 9_000, 640: 25_000, 1280: 70_000 },
}

/** The rendered files of one species, every width in every format. */
function demoPicture(slug: string) {
  return pictureWidths.flatMap((width) =>
    pictureFormats.map((format) => ({ width, format, path: join(folder, slug, `${width}.${format}`) })),
  )
}

it('has 60 species that the contract accepts', () => {
  expect(products).toHaveLength(60)
  expect(new Set(products.map((product) => product.slug)).size).toBe(60)
  expect(new Set(products.map((product) => product.code)).size).toBe(60)
  for (const product of products) {
    const fish = {
      ...product,
      _id: product.slug,
      weight: '',
      rating: 0,
      numReviews: 0,
      updated_at: '2026-01-01T00:00:00.000Z',
    }
    expect(fish, product.slug).toMatchObject(v.parse(Fish, fish))
    expect(product.slug).toBe(product.scientific_name.toLowerCase().replace(' ', '-'))
    expect(['wild', 'farmed']).toContain(product.production)
    expect(['frozen', 'fresh', 'live']).toContain(product.conservation)
    expect(product.fao_area !== undefined, product.slug).toBe(product.production === 'wild')
    for (const text of [product.origin, product.presentation, product.hs_heading]) expect(text).toMatch(/\w/)
  }
})

it.each(pictures.map(([slug]) => slug))('%s has a picture in every size within its limit', async (slug) => {
  const files = demoPicture(slug)
  expect(files).toHaveLength(6)
  for (const { width, format, path } of files) {
    const bytes = await readFile(path)
    expect(bytes.length, path).toBeLessThanOrEqual(limits[format][width])
    const found = await sharp(bytes).metadata()
    expect([found.width, found.height, found.format]).toEqual([
      width,
      width * 0.75,
      format === 'avif' ? 'heif' : 'webp',
    ])
  }
})

it('addresses every picture by its content', async () => {
  expect(new Set(pictures.map(([, { hash }]) => hash)).size).toBe(pictures.length)
  for (const [slug, { hash }] of pictures) {
    const largest = demoPicture(slug).find(({ width, format }) => width === 1280 && format === 'webp')
    const digest = createHash('sha256').update(await readFile(largest?.path ?? ''))
    expect(hash, slug).toBe(digest.digest('hex').slice(0, 32))
    const closeUpOf = slug.replace(/-(head|tail)$/, '')
    const product = products.find((each) => each.slug === closeUpOf)
    const shown = [product, ...(product?.further ?? [])].map((each) => each?.image)
    expect(shown).toContain(`/images/${hash}/640.webp`)
  }
})

it('has placeholders with the aspect ratio of the pictures', () => {
  for (const { slug, placeholder } of products) {
    expect(placeholder.length, slug).toBeLessThan(40)
    const { w, h } = thumbHashToRGBA(Buffer.from(placeholder, 'base64'))
    expect(w / h, slug).toBeCloseTo(4 / 3, 0)
  }
})

it('has plausible reviews of its species', () => {
  const slugs = new Set(products.map((product) => product.slug))
  const pairs = new Set(reviews.map(({ slug, reviewer }) => `${slug} ${reviewer}`))
  expect(reviews.length).toBeGreaterThanOrEqual(40)
  expect(pairs.size).toBe(reviews.length)
  for (const { slug, rating, comment, reviewer, daysAgo } of reviews) {
    expect(slugs).toContain(slug)
    expect([1, 2, 3, 4, 5]).toContain(rating)
    expect(comment.length).toBeGreaterThan(20)
    expect(reviewer).toMatch(/\S \S/)
    expect(Number.isInteger(daysAgo) && daysAgo > 0, comment).toBe(true)
  }
  expect([...new Set(reviews.map(({ language }) => language))].sort()).toEqual([...locales].sort())
})

it.each([
  ['hero-480.avif', 8_000],
  ['hero-phone-480.avif', 8_000],
  ['tile-fish-320.avif', 5_000],
  ['tile-seafood-320.avif', 5_000],
])('limits %s of the first screen to %i bytes', async (name, limit) => {
  const bytes = await readFile(join(import.meta.dirname, '../../../../public/brand', name))
  expect(bytes.length).toBeLessThanOrEqual(limit)
  expect((await sharp(bytes).metadata()).width).toBeGreaterThanOrEqual(320)
})

// sharp is shared by all test files of a worker, and the server blocks its SVG loader
it.each(['fish', 'seafood'])('limits no-picture-%s.svg of the first screen to 2000 bytes', async (kind) => {
  const drawing = await readFile(join(import.meta.dirname, `../../../../public/brand/no-picture-${kind}.svg`), 'utf8')
  expect(Buffer.byteLength(drawing)).toBeLessThanOrEqual(2_000)
  expect(Number(/^<svg [^>]*viewBox="0 0 (\d+) /.exec(drawing)?.[1])).toBeGreaterThanOrEqual(320)
})

const fishClasses = ['Actinopterygii', 'Elasmobranchii']
/** Headings of the Harmonized System. */
const fishHeadings: Record<string, string> = { fresh: '0302', frozen: '0303' }
const seafoodHeadings: Record<string, string> = { Malacostraca: '0306', Echinoidea: '0308' }

it.each(products)('classifies $slug as its class says', (product) => {
  const isFish = fishClasses.includes(product.classe)
  expect(product.type).toBe(isFish ? 'fish' : 'seafood')
  expect(product.category).toMatch(/idae$/)
  expect(product.fao_code ?? 'ABC').toMatch(/^[A-Z]{3}$/)
  const heading = isFish ? fishHeadings[product.conservation ?? ''] : (seafoodHeadings[product.classe] ?? '0307')
  expect(product.hs_heading).toBe(heading)
  expect(product.hs_code ?? `${heading}00`).toMatch(new RegExp(`^${heading}\\d{2}$`))
})

it('has every FAO code once', () => {
  const codes = products.flatMap(({ fao_code }) => fao_code ?? [])
  expect(new Set(codes).size).toBe(codes.length)
})
