import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen, waitFor } from '@testing-library/react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test, vi } from 'vitest'
import { ConnectionError } from '../../../../src/api/exchange.ts'
import type { ShopRouter } from '../../../../src/app/router.tsx'
import { mount, onRecoverableError } from '../../../../src/app/start-app.tsx'

function openRouter() {
  const rootRoute = createRootRoute()
  const route = (path: string) =>
    createRoute({ getParentRoute: () => rootRoute, path, component: () => <h1>{path}</h1> })
  const routeTree = rootRoute.addChildren([route('/about'), route('/contact')])
  return createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/about'] }) })
}

beforeEach(() => {
  // React schedules its own renders here, as in a browser
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  document.body.innerHTML = '<div id="root"></div>'
  window.scrollTo = () => {}
})

test('a navigation during the first render is followed', async () => {
  const router = openRouter()
  // its routes differ, which does not matter here
  await mount(<RouterProvider router={router} />, router as unknown as ShopRouter)
  router.history.push('/contact')
  expect(await screen.findByRole('heading', { name: '/contact' })).toBeTruthy()
  await waitFor(() => expect(router.state.resolvedLocation?.pathname).toBe('/contact'))
})

test.each([
  ['a missing answer', new ConnectionError('network'), []],
  ['a defect', new Error('torn'), ['torn']],
])(
  '%s that React recovers from is reported only if it is a defect, by its own name',
  async (_what, error, reported) => {
    const report = vi.fn<typeof reportError>()
    vi.stubGlobal('reportError', report)
    let isOver = false
    function Screen() {
      if (!isOver) {
        isOver = true
        throw error
      }
      return <h1>there</h1>
    }
    createRoot(document.body.appendChild(document.createElement('div')), { onRecoverableError }).render(<Screen />)
    expect(await screen.findByRole('heading', { name: 'there' })).toBeTruthy()
    expect(report.mock.calls.map(([cause]) => (cause as Error).message)).toEqual(reported)
  },
)
