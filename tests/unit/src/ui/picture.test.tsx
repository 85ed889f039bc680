import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Picture } from '../../../../src/ui/product-picture.tsx'

const address = (width: number, format = 'webp') => `/images/0123456789abcdef/${width}.${format}`

// jsdom loads no pictures
const arrivesWith = (width: number) =>
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(width)
beforeEach(() => void arrivesWith(640))
afterEach(() => vi.restoreAllMocks())

/** A main picture whose small file a list has shown before. */
function openScreen(hash: string) {
  const image = address(640).replace('0123456789abcdef', hash)
  const small = image.replace('640', '320')
  const list = render(<Picture image={image} alt="in the list" type="fish" sizes="8rem" />)
  const listed = screen.getByAltText<HTMLImageElement>('in the list')
  Object.defineProperty(listed, 'currentSrc', { value: small })
  fireEvent.load(listed)
  list.unmount()
  render(<Picture image={image} alt="Hake" type="fish" sizes="40rem" eager />)
  const picture = () => screen.getByRole('img', { name: 'Hake' })
  const background = () => document.querySelector<HTMLElement>('.picture')?.style.backgroundImage
  return { small, picture, background }
}

test('a main picture loads its fitting file over the file of the list', () => {
  const { small, picture, background } = openScreen('aaaaaaaaaaaaaaaa')
  expect(background()).toContain(small)
  expect(picture().getAttribute('srcset')).toContain('1280w')
})

test('if the fitting file fails, the small one stays, with its name and without a drawing', () => {
  const { small, picture, background } = openScreen('bbbbbbbbbbbbbbbb')
  fireEvent.error(picture())
  expect(picture().tagName).toBe('SPAN')
  expect(background()).toContain(small)
  expect(picture().querySelector('svg')).toBeNull()
})

test('the worker’s placeholder counts as a failure, and the picture is requested again when the connection is back', () => {
  const image = address(640).replace('0123456789abcdef', 'cccccccccccccccc')
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  render(<Picture image={image} alt="Hake" type="fish" sizes="8rem" />)
  const picture = () => screen.getByRole('img', { name: 'Hake' })
  const first = picture().getAttribute('srcset')
  arrivesWith(1)
  fireEvent.load(picture())
  expect(picture().tagName).toBe('SPAN')
  isOnline.mockReturnValue(true)
  fireEvent.online(window)
  expect(picture().tagName).toBe('IMG')
  expect(picture().getAttribute('srcset')).toContain('320.webp?1 320w')
  expect(picture().getAttribute('srcset')).not.toBe(first)
  arrivesWith(640)
  fireEvent.load(picture())
  expect(picture().tagName).toBe('IMG')
})

/** ThumbHash of a dark plate */
const placeholder = 'HBkSHYSIeHiPiHh8eJd4eTN0EEQG'

/** Frames that become visible when `show` is called. */
function watchFrames() {
  const seen = new Set<Element>()
  let tell: IntersectionObserverCallback = () => undefined
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: IntersectionObserverCallback) {
        tell = callback
      }
      observe = (element: Element) => seen.add(element)
      unobserve = (element: Element) => seen.delete(element)
    },
  )
  const show = () =>
    act(() => {
      // the properties of an entry that the callback reads
      const entries = [...seen].map((target) => ({ target, isIntersecting: true }) as IntersectionObserverEntry)
      tell(entries, {} as IntersectionObserver)
    })
  return { seen, show }
}

async function openFrame(complete: boolean, hash = placeholder) {
  const frames = watchFrames()
  vi.resetModules()
  const { Picture: Fresh } = await import('../../../../src/ui/product-picture.tsx')
  const page = render(<Fresh image={address(640)} alt="Hake" type="fish" sizes="8rem" placeholder={hash} />)
  Object.defineProperty(screen.getByAltText('Hake'), 'complete', { value: complete })
  const background = () => page.container.querySelector<HTMLElement>('.picture')?.style.backgroundImage
  return { ...frames, ...page, background }
}

afterEach(() => vi.unstubAllGlobals())

test('a frame that is visible before its picture shows the ThumbHash, but not before it is visible', async () => {
  const { background, show, seen } = await openFrame(false)
  expect(background()).toBe('')
  show()
  expect(background()).toMatch(/^url\("?data:image\/png;base64,/)
  expect(seen.size).toBe(0)
})

test('a cached picture is shown without its ThumbHash', async () => {
  const { background, show } = await openFrame(true)
  show()
  expect(background()).toBe('')
})

test('a broken ThumbHash shows nothing', async () => {
  const { background, show } = await openFrame(false, '*')
  show()
  expect(background()).toBe('')
})

test('a removed frame is no longer observed', async () => {
  const { seen, unmount } = await openFrame(false)
  expect(seen.size).toBe(1)
  unmount()
  expect(seen.size).toBe(0)
})
