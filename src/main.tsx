import { startLocale } from './i18n/locale.ts'

// Dexie makes a channel when it is loaded, and can do without; in Firefox with all cookies blocked the constructor throws
try {
  new BroadcastChannel('probe').close()
} catch {
  Reflect.deleteProperty(globalThis, 'BroadcastChannel')
}

try {
  // the boot script loads the app and the texts in parallel
  const [{ startApp }] = await Promise.all([import('./app/start-app.tsx'), startLocale()])
  await startApp()
} catch (cause) {
  // the boot script shows its notice, as for a script that fails to load
  document.getElementById('entry')?.dispatchEvent(new Event('error'))
  throw cause
}
