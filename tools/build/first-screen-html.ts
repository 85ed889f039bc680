import type { Plugin } from 'vite'
import { bootScript, findEarlyFiles } from './boot-scripts.ts'
import { firstScreenStyle } from './first-screen-style.ts'

/** Puts the first screen's style and the boot script into index.html, so that the first paint waits for no file. */
export const firstScreenHtml = (): Plugin => ({
  name: 'first-screen-html',
  transformIndexHtml: {
    order: 'post',
    async handler(html, ctx) {
      const style = await firstScreenStyle()
      if (!ctx.bundle || !ctx.chunk) return html.replace('</title>', () => `</title>\n<style>${style}</style>`)
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
        .replace('</body>', () => `<script>${after}</script>\n</body>`)
    },
  },
})
