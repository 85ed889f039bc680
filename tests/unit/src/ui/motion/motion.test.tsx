import { render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ListRow } from '../../../../../src/lists/list-rows.tsx'
import { MotionRegion, Rows } from '../../../../../src/ui/motion/motion.tsx'

// the animation code stays loaded for the rest of the file, so the tests without it come first
const list = (names: string[]) => (
  <MotionRegion>
    <ul>
      <Rows>
        {names.map((name) => (
          <ListRow key={name}>
            <button type="button">{name}</button>
          </ListRow>
        ))}
      </Rows>
    </ul>
  </MotionRegion>
)
const rows = () => screen.queryAllByRole('listitem').map((row) => row.textContent)
const loadedFeatures = vi.fn()

vi.mock('../../../../../src/ui/motion/motion-features.ts', async (original) => {
  loadedFeatures()
  return original()
})

const askFor = (motion: 'no-preference' | 'reduce') =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.endsWith(`: ${motion})`),
    addEventListener() {},
    removeEventListener() {},
  }))

beforeEach(() => {
  vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work))
})
afterEach(() => vi.unstubAllGlobals())

test('with reduced motion a row disappears at once, and no animation code is fetched', async () => {
  askFor('reduce')
  const { rerender } = render(list(['Cod', 'Hake']))
  rerender(list(['Cod']))
  expect(screen.queryByText('Hake')).toBeNull()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(loadedFeatures).not.toHaveBeenCalled()
})

test('a row appears at once while the code loads; later a leaving row cannot be reached', async () => {
  askFor('no-preference')
  const { rerender } = render(list(['Cod', 'Hake', 'Plaice']))
  for (const row of screen.getAllByRole('listitem')) expect(row.style.opacity).not.toBe('0')
  // until the code is loaded a row goes at once, so it is put back and removed again
  // (testing-library's waitFor would run again at each of these changes, for ever)
  await vi.waitFor(
    () => {
      rerender(list(['Cod', 'Hake', 'Plaice']))
      rerender(list(['Cod', 'Plaice']))
      const leaving = screen.getByText('Hake').closest('li')
      expect(leaving?.hasAttribute('inert')).toBe(true)
    },
    { timeout: 45_000 },
  )
  expect(loadedFeatures).toHaveBeenCalled()
  // hidden from screen readers and keyboards; the other rows are unchanged
  expect(rows()).toEqual(['Cod', 'Plaice'])
  await waitFor(() => expect(screen.queryByText('Hake')).toBeNull())
})

test('a row that is added again while it leaves can be reached again', async () => {
  askFor('no-preference')
  const { rerender } = render(list(['Cod', 'Hake']))
  rerender(list(['Cod']))
  rerender(list(['Cod', 'Hake']))
  expect(rows()).toEqual(['Cod', 'Hake'])
  expect(screen.getByText('Hake').closest('li')?.hasAttribute('inert')).toBe(false)
})
