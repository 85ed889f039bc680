declare const self: ServiceWorkerGlobalScope

/** Under which address each file of this version lies in the cache, by its own address; what may change carries its revision. */
export const builtFiles = new Map<string, string>()
for (const entry of self.__WB_MANIFEST) {
  const { url, revision } = typeof entry === 'string' ? { url: entry, revision: null } : entry
  const { href } = new URL(url, self.location.href)
  builtFiles.set(href, revision ? `${href}?__WB_REVISION__=${revision}` : href)
}

/** The page of the app, without a screen in it. */
export const indexPage = new URL('index.html', self.location.href).href
