/** What this needs to know of a module; the bundler knows more. */
interface ModuleInfo {
  importedIds: readonly string[]
  dynamicallyImportedIds: readonly string[]
}

interface Graph {
  getModuleInfo(id: string): ModuleInfo | null
}

/** The libraries under every screen: they keep their hash across releases, so that an update is small. */
const vendor = /node_modules\/(react|react-dom|scheduler|@tanstack|use-sync-external-store|@lingui|thumbhash)\//
const dataVendor = /node_modules\/(dexie|dexie-react-hooks|ofetch|destr|ufo|node-fetch-native)\//

/** Fetched one after the other on a first visit: what an earlier part has, a later one takes from it. */
const stages: [name: string, roots: RegExp][] = [
  ['shell', /\/src\/main\.tsx$/],
  ['data', /\/src\/app\/data-layer\.ts$/],
  ['forms', /\/src\/features\/newsletter\/newsletter-form\.tsx$/],
  ['outbox', /\/src\/sync\/sync\.ts$/],
]

/** Fetched by those who need them; what two of them share is a part of its own. */
const later = [
  /\/src\/routes\/buyer-screens\.ts$/,
  /\/src\/routes\/account-screens\.ts$/,
  /\/src\/routes\/admin-screens\.ts$/,
  /\/src\/ui\/dialog-frame\.tsx$/,
]
const common = 'screens'

/**
 * Says which file of the build a module belongs to. Some fifty small files would be fetched in waves, each a round trip
 * apart, and compress badly; a handful of larger ones comes at once. null: the bundler decides.
 */
export function chunkNames(entry: string): (id: string, graph: Graph) => string | null {
  let names: Map<string, string> | undefined
  return (id, graph) => {
    if (vendor.test(id) || id.startsWith('\0rolldown')) return 'vendor'
    if (dataVendor.test(id)) return 'data-vendor'
    if (id.includes('/node_modules/fake-indexeddb/')) return 'memory-database'
    names ??= nameAll(entry, graph)
    return names.get(id) ?? null
  }
}

function nameAll(entry: string, graph: Graph): Map<string, string> {
  const names = new Map<string, string>()
  const all = new Set([entry])
  const starts = new Set([entry])
  for (const id of all) {
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {}
    for (const next of [...importedIds, ...dynamicallyImportedIds]) all.add(next)
    for (const start of dynamicallyImportedIds) starts.add(start)
  }
  const reached = (roots: RegExp) => {
    const seen = new Set([...all].filter((id) => roots.test(id)))
    for (const id of seen) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) seen.add(next)
    return [...seen].filter((id) => !names.has(id))
  }
  for (const [name, roots] of stages) {
    // one stylesheet for all that is early
    for (const id of reached(roots)) names.set(id, id.endsWith('.css') ? 'shell' : name)
  }
  const times = new Map<string, number>()
  for (const id of later.flatMap(reached)) times.set(id, (times.get(id) ?? 0) + 1)
  for (const [id, count] of times) if (count > 1) names.set(id, common)
  // the start of a part stays outside of it: the bundler would put a file in between. The entry waits for other parts at
  // its top, so nothing may wait for the entry
  for (const id of starts) names.delete(id)
  return names
}
