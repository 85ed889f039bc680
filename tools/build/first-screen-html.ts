import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { bootScript, findEarlyFiles } from './boot-scripts.ts'

const here = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Without comments and needless space. */
const squeeze = (css: string) =>
  css
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s*([{};,>])\s*/g, '$1')
    .replace(/:\s+/g, ':')
    .replace(/;}/g, '}')
    .trim()

/** The drawings that a style names, as a part of it. */
const withDrawings = (css: string) =>
  css.replace(/url\("\.\.\/\.\.\/(public\/[\w-]+\.svg)"\)/g, (_, file: string) => {
    const drawing = readFileSync(here(file), 'utf8').replaceAll('"', "'")
    return `url("data:image/svg+xml,${drawing.replace(/[#%<>]/g, encodeURIComponent)}")`
  })

/** Puts the first screen's style and the boot script into index.html, so that the first paint waits for no file. */
export const firstScreenHtml = (): Plugin => ({
  name: 'first-screen-html',
  transformIndexHtml: {
    order: 'post',
    async handler(html, ctx) {
      const css = readFileSync(here('src/theme/first-screen.css'), 'utf8')
      const [style = '', rest = ''] = css
        .split('/* below the first screen */')
        .map((part) => withDrawings(squeeze(part)))
      if (!ctx.bundle || !ctx.chunk) return html.replace('</title>', `</title>\n<style>${style}${rest}</style>`)
      // the bundler's own script and links in the head would delay the first paint; the boot script loads them later
      const asked = /\s*<(script type="module"|link rel="(modulepreload|stylesheet)")[^>]*>(<\/script>)?/g
      const earlyFiles = findEarlyFiles(ctx.bundle, ctx.chunk)
      const [before, after] = await Promise.all([
        bootScript('before-paint', earlyFiles),
        bootScript('after-paint', earlyFiles),
      ])
      return html
        .replace(asked, '')
        .replace('</title>', () => `</title>\n<style>${style}</style>\n<script>${before}</script>`)
        .replace('</body>', () => `<style>${rest}</style><script>${after}</script>\n</body>`)
    },
  },
})
