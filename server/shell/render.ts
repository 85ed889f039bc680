import { text } from 'node:stream/consumers'

// node server/shell/render.ts RENDERER < input.json > screen.html
// A process of its own: React and the screens take some 40 MB, which go with it.
const { renderFirstScreen } = await import(process.argv[2] ?? '')
process.stdout.write(await renderFirstScreen(JSON.parse(await text(process.stdin))))
