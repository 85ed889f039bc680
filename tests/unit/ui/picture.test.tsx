import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Picture } from '../../../src/ui/picture.tsx'

const address = (width: number, format = 'webp') => `/images/0123456789abcdef/${width}.${format}`

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
