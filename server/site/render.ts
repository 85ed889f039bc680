import { text } from 'node:stream/consumers'

// node server/site/render.ts RENDERER < input.json > screen.html
// Runs in its own process, because React and the screens take some 40 MB.
const { renderFirstScreen } = await import(process.argv[2] ?? '')
process.stdout.write(await renderFirstScreen(JSON.parse(await text(process.stdin))))
