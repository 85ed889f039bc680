import type { Plugin } from 'vite'
import { bootScript, findEarlyFiles } from './boot-scripts.ts'
import { firstScreenStyles } from './first-screen-style.ts'

/** Inlines the first screen's style and the boot script into index.html, so that the first paint needs no other file. */
export const firstScreenHtml = (): Plugin => ({
  name: 'first-screen-html',
  transformIndexHtml: {
    order: 'post',
    async handler(html, ctx) {
      const { first, later } = await firstScreenStyles()
      if (!ctx.bundle || !ctx.chunk) return html.replace('</title>', () => `</title>\n<style>${first}${later}</style>`)
      // the bundler's own script and links in the head would delay the first paint; the boot script loads them later
      const bundled = /\s*<(script type="module"|link rel="(modulepreload|stylesheet)")[^>]*>(<\/script>)?/g
      const earlyFiles = findEarlyFiles(ctx.bundle, ctx.chunk)
      const [before, after] = await Promise.all([
        bootScript('before-paint', earlyFiles),
        bootScript('after-paint', earlyFiles),
      ])
      return html
        .replace(bundled, '')
        .replace('</title>', () => `</title>\n<style>${first}</style>\n<script>${before}</script>`)
        .replace('</body>', () => `<style>${later}</style>\n<script>${after}</script>\n</body>`)
    },
  },
})
