import { startApp } from './app/start-app.tsx'
import { startLocale } from './i18n/locale.ts'

// the data layer is a file of its own: the boot script loads it beside the shell
const [{ dataLayer }] = await Promise.all([import('./app/data-layer.tsx'), startLocale()])
await startApp(dataLayer)
