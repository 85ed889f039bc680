import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Picture } from '../../../../src/ui/picture.tsx'

const address = (width: number, format = 'webp') => `/images/0123456789abcdef/${width}.${format}`

// jsdom loads no pictures
const arrivesWith = (width: number) =>
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(width)
beforeEach(() => void arrivesWith(640))
afterEach(() => vi.restoreAllMocks())

/** A picture on its screen, of which a list has shown the small file before. */
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
  const file = () => picture().getAttribute('srcset')?.split(' ')[0] ?? picture().getAttribute('src')
  return { small, picture, file, fits: () => document.querySelector('source') !== null }
}

test('the picture of a screen begins with the file of the list, then the one that fits is asked for', async () => {
  const { small, picture, file, fits } = openScreen('aaaaaaaaaaaaaaaa')
  expect([file(), fits()]).toEqual([small, false])
  fireEvent.load(picture())
  await waitFor(() => expect(fits()).toBe(true))
  expect(picture().getAttribute('srcset')).toContain('1280w')
})

test('where the fitting file cannot be had, the small one stays; without any there is a drawing', async () => {
  const { small, picture, file, fits } = openScreen('bbbbbbbbbbbbbbbb')
  fireEvent.load(picture())
  await waitFor(() => expect(fits()).toBe(true))
  fireEvent.error(picture())
  expect([file(), fits()]).toEqual([small, false])
  fireEvent.error(picture())
  expect(picture().tagName).toBe('SPAN')
  expect(picture().querySelector('svg')).not.toBeNull()
})

test('the placeholder of the worker is no picture; with the connection the true one is asked for anew', () => {
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

/** Frames that the window shows when `show` is called. */
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
      // what the callback reads of an entry
      const entries = [...seen].map((target) => ({ target, isIntersecting: true }) as IntersectionObserverEntry)
      tell(entries, {} as IntersectionObserver)
    })
  return { seen, show }
}

async function openFrame(complete: boolean, hash = placeholder) {
  const frames = watchFrames()
  vi.resetModules()
  const { Picture: Fresh } = await import('../../../../src/ui/picture.tsx')
  const page = render(<Fresh image={address(640)} alt="Hake" type="fish" sizes="8rem" placeholder={hash} />)
  Object.defineProperty(screen.getByAltText('Hake'), 'complete', { value: complete })
  const background = () => page.container.querySelector<HTMLElement>('.picture')?.style.backgroundImage
  return { ...frames, ...page, background }
}

afterEach(() => vi.unstubAllGlobals())

test('a frame that is seen before its picture shows the ThumbHash, and not until then', async () => {
  const { background, show, seen } = await openFrame(false)
  expect(background()).toBe('')
  show()
  expect(background()).toMatch(/^url\("?data:image\/png;base64,/)
  expect(seen.size).toBe(0)
})

test('a picture that is at hand is shown without its ThumbHash', async () => {
  const { background, show } = await openFrame(true)
  show()
  expect(background()).toBe('')
})

test('a broken ThumbHash shows nothing', async () => {
  const { background, show } = await openFrame(false, '*')
  show()
  expect(background()).toBe('')
})

test('a frame that goes is watched no more', async () => {
  const { seen, unmount } = await openFrame(false)
  expect(seen.size).toBe(1)
  unmount()
  expect(seen.size).toBe(0)
})
