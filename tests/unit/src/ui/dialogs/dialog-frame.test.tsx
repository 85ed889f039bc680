import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { DialogFrame } from '../../../../../src/ui/dialogs/dialog-frame.tsx'

function Screen() {
  const [state, setState] = useState<'before' | 'asking' | 'done'>('before')
  const said = (sentence: string) => (
    <p data-status tabIndex={-1}>
      {sentence}
    </p>
  )
  return (
    <>
      <h1>Heading</h1>
      {/* of the app, for which a dialog waits */}
      <div id="toasts" />
      {said('An earlier sentence')}
      {state !== 'done' && (
        <button type="button" onClick={() => setState('asking')}>
          Open
        </button>
      )}
      {state === 'asking' && (
        <DialogFrame title="Question" onClose={() => setState('before')}>
          <button type="button" onClick={() => setState('done')}>
            Do it
          </button>
        </DialogFrame>
      )}
      {state === 'done' && said('A new sentence')}
    </>
  )
}

test('after a dialog the focus is on what it has said, also below an earlier sentence', async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  render(
    <I18nProvider i18n={i18n}>
      <Screen />
    </I18nProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  const button = await screen.findByRole('button', { name: 'Do it' })
  await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true))
  fireEvent.click(button)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('A new sentence'))
})
