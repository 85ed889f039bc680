import { ChakraProvider } from '@chakra-ui/react'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { system } from '../../../../../src/theme/system.ts'
import { StatusMessage } from '../../../../../src/ui/feedback/status-message.tsx'

function open(dialog: boolean, isInDialog = false) {
  const said = <StatusMessage>Done.</StatusMessage>
  const shown = (isDone: boolean) => (
    <ChakraProvider value={system}>
      <div role={dialog ? 'dialog' : undefined}>
        <input aria-label="Name" />
        {isDone && isInDialog && said}
      </div>
      {isDone && !isInDialog && said}
    </ChakraProvider>
  )
  const { rerender } = render(shown(false))
  screen.getByLabelText('Name').focus()
  rerender(shown(true))
}

test('a new sentence has the focus', () => {
  open(false)
  expect(document.activeElement?.textContent).toBe('Done.')
})

test('so has one in a dialog', () => {
  open(true, true)
  expect(document.activeElement?.textContent).toBe('Done.')
})

test('one outside of an open dialog leaves the focus in it', () => {
  open(true)
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
})
