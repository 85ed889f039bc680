import { i18n } from '@lingui/core'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { reportCaught } from './app/caught-errors.ts'
import { focusHeadings } from './app/focus.ts'
import { keepScreen } from './app/keep-screen.ts'
import { routeLinkClicks } from './app/link-clicks.ts'
import { createShopRouter } from './app/router.tsx'
import { takeOver } from './app/take-over.ts'
import { watchInput } from './app/unsaved-input.ts'
import { warmUp } from './app/warm-up.ts'
import { onCatalogueChanged, startWorker } from './app/worker-client.ts'
import { startLocale } from './i18n/locale.ts'
import { keepInstallPrompt } from './ui/install-prompt.ts'

// the data layer comes beside the shell, not in it: the boot script asks for it early
const [{ dataLayer }] = await Promise.all([import('./app/data-layer.ts'), startLocale()])
const { makeDeps, SessionProvider, startBackground, watchTriggers } = dataLayer
const { deps, session } = await makeDeps()
// the first screen can be used meanwhile: a tap waits for a slice of the start, not for all of it
const slice = () => new Promise((done) => setTimeout(done))
await slice()
const router = createShopRouter(deps)
const readAgain = () => void router.invalidate()
// what waits is sent whatever becomes of the screen
watchTriggers(deps, readAgain)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
// the first screen stands in the page already: it stays until the same screen is ready to take its place. Whoever follows
// one of its links meanwhile must not be forgotten: the router itself listens from its first rendering on only
const stopListening = router.history.subscribe(() => void router.load())
const stopWaiting = router.subscribe('onRendered', () => {
  stopListening()
  stopWaiting()
})
await slice()
// a line that hangs gets a wheel and a way out; where the first screen stands it is worth a longer wait
const patience = document.documentElement.classList.contains('deep') ? 3000 : 15_000
await Promise.race([router.load(), new Promise((done) => setTimeout(done, patience))])
await slice()
takeOver(root)
// in slices, so that a tap meanwhile is not kept waiting
startTransition(() =>
  createRoot(root, { onCaughtError: reportCaught }).render(
    <App deps={deps} router={router} session={session} SessionProvider={SessionProvider} />,
  ),
)

routeLinkClicks(router)
focusHeadings(router)
watchInput()
onCatalogueChanged(readAgain)
startWorker()
keepScreen(router, root)
keepInstallPrompt()
warmUp()
startBackground({ deps, i18n, onCatalogueChanged: readAgain })
