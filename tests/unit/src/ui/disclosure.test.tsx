import { ChakraProvider } from '@chakra-ui/react'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { system } from '../../../../src/theme/system.ts'
import { Disclosure } from '../../../../src/ui/disclosure.tsx'

function Filled() {
  const [text, setText] = useState('Vigo')
  return (
    <ChakraProvider value={system}>
      <Disclosure title="More" isFilled={text !== ''}>
        <input aria-label="Place" value={text} onChange={(event) => setText(event.target.value)} />
      </Disclosure>
    </ChakraProvider>
  )
}

test('a filled part is open, and stays open when its field is emptied to type something else', () => {
  render(<Filled />)
  const more = screen.getByRole('button', { name: 'More' })
  expect(more.getAttribute('aria-expanded')).toBe('true')
  fireEvent.change(screen.getByLabelText('Place'), { target: { value: '' } })
  expect(more.getAttribute('aria-expanded')).toBe('true')
})
