import { act, render } from '@testing-library/react'
import { Fragment, useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { keepTextsTrue } from '../../../../src/app/start-app.tsx'
import { translatePage } from '../../../support/translator.ts'

interface Shown {
  price: string
  parts: string[]
  isOpen: boolean
}

/** Texts beside values, texts that come and go, and a list that is sorted anew. */
function Screen({ price, parts, isOpen }: Shown) {
  return (
    <main>
      <p>
        Total: {price} for <b>{parts.length} products</b>, {parts.join()} {isOpen && 'open'}
      </p>
      <div>
        {parts.map((part) => (
          <Fragment key={part}>{part}</Fragment>
        ))}
        {isOpen ? 'Accept' : <i>Ended</i>}
      </div>
    </main>
  )
}

const states: Shown[] = [
  { price: '€1', parts: ['a', 'b', 'c'], isOpen: true },
  { price: '€2', parts: ['c', 'a'], isOpen: false },
  { price: '€2', parts: [], isOpen: true },
  { price: '€3', parts: ['b', 'c', 'a'], isOpen: true },
  { price: '€1', parts: ['a'], isOpen: false },
]

for (const first of ['the app', 'the translator'])
  test(`a translated screen shows what has changed, and nothing of before, where ${first} watches first`, async () => {
    let change = (_: Shown) => {}
    function App() {
      const [shown, setShown] = useState(states[0] as Shown)
      change = setShown
      return <Screen {...shown} />
    }
    const words = (text: string) => `[${text}]`
    const watchers = [keepTextsTrue, (root: Node) => translatePage(root, words)]
    for (const watch of first === 'the app' ? watchers : watchers.toReversed()) onTestFinished(watch(document.body))
    const { container, unmount } = render(<App />)
    for (const state of [...states, ...states.toReversed()]) {
      await act(async () => change(state))
      const plain = render(<Screen {...state} />, { container: document.createElement('div') })
      const shown = container.textContent?.replaceAll(/[[\]]/g, '')
      expect(shown).toBe(plain.container.textContent)
      expect(container.textContent).toContain(`[${state.price}]`)
      plain.unmount()
    }
    unmount()
    expect(container.textContent).toBe('')
  })
