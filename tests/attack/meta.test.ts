import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { calls } from '../../contract/calls.ts'
import { variables } from '../../server/settings.ts'
import { openTestShop } from '../server/harness.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Method and path of every route, from the tree that the router prints: each branch goes on where its parent ends. */
function routesOf(tree: string): string[] {
  const branch: string[] = []
  const routes = tree.split('\n').flatMap((line) => {
    const at = line.indexOf('── ')
    if (at < 0) return []
    const [, part = '', methods = ''] = /── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
    branch.splice((at - 1) / 4, branch.length, part)
    const path = branch.join('').replace(/\/$/, '')
    return methods.split(', ').flatMap((method) => (['', 'HEAD'].includes(method) ? [] : [`${method} ${path}`]))
  })
  return routes.sort()
}

it('every route of the server is a call of the contract, or named here', async () => {
  const t = await openTestShop({ on: 'sqlite' })
  const expected = Object.values(calls).map(({ method, path }) => `${method} /api${path.replace(/\/$/, '')}`)
  const docs = ['', '/json', '/yaml', '/static/*', '/static/index.html', '/static/swagger-initializer.js']
  const both = ['/api/users/confirm/:token', '/api/unsubscribe/:token'].flatMap((path) => [
    `GET ${path}`,
    `POST ${path}`,
  ])
  const files = [
    'POST /o/:token',
    'OPTIONS /api/files',
    'POST /api/files',
    'OPTIONS /api/files/:id',
    'PATCH /api/files/:id',
  ]
  const pages = [
    '/legal/:page',
    '/o/:token',
    '/p',
    '/p/:id',
    '/p/:id/:slug',
    '/p/style.css',
    '/robots.txt',
    '/sitemap.xml',
  ]
  const read = [...docs.map((page) => `/api/docs${page}`), ...pages, '/api/openapi.json', '/images/:hash/:file']
  const others = [...files, ...both, 'POST /api/newsletter', ...read.map((path) => `GET ${path}`)]
  expect(routesOf(t.app.printRoutes())).toEqual([...expected, ...others].sort())
  await t.close()
})

it('every setting is explained to those who run a shop', () => {
  const documents = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'))
  const written = ['README.md', ...documents.map((name) => `docs/${name}`)].map(read).join('\n')
  expect(Object.keys(variables).filter((name) => !new RegExp(`\\b${name}\\b`).test(written))).toEqual([])
})

it('every setting comes from the one list: nothing else reads the environment', () => {
  const files = readdirSync(join(root, 'server'), { recursive: true }).map(String)
  const sources = files.filter((name) => name.endsWith('.ts') && !name.startsWith('scripts/'))
  const readers = sources.filter((name) => /process\.env/.test(read(`server/${name}`)))
  // a child that decodes pictures gets PATH and the compile cache, and nothing else
  expect(readers.sort()).toEqual(['main.ts', 'storage/decoder.ts'])
})
