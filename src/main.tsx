import { startApp } from './app/start-app.tsx'
import { startFailed } from './catalogue/early-actions.ts'
import { startLocale } from './i18n/locale.ts'

try {
  // the data layer is a separate chunk, which the boot script loads in parallel
  const [{ dataLayer }] = await Promise.all([import('./app/data-layer.tsx'), startLocale()])
  await startApp(dataLayer)
} catch (cause) {
  dispatchEvent(new Event(startFailed))
  throw cause
}
