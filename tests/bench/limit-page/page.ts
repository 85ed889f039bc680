import { readFile } from 'node:fs/promises'
import type { Fish, FishPage } from '../../../contract/fishes.ts'

const text = (value: string) => value.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const file = (name: string) => readFile(new URL(name, import.meta.url), 'utf8')

/** Pictures as a plain page would show them: the address that the answer carries, lazy below the first screen. */
const card = (fish: Fish) =>
  `<a class="card" href="#/products/${fish._id}"><img src="${text(fish.image)}" width="640" height="480" loading="lazy" alt="">` +
  `<div><h3>${text(fish.trade_name)}</h3><p>${text(fish.category)}, ${text(fish.classe)}</p></div></a>`

const tile = (type: string, label: string) =>
  `<a class="tile" href="#/products/category/${type}"><img src="/brand/tile-${type}-640.webp" width="640" height="360" alt=""><b>${label}</b></a>`

/**
 * The limit page: what one can write by hand with no framework at all. One file with everything in it that the first
 * screen and the product cards need, thirty lines of script, and a worker of a dozen lines that answers from its cache.
 */
export async function limitPage(shop: string): Promise<{ html: string; worker: string }> {
  const read = async <T>(path: string): Promise<T> => {
    const answer = await fetch(shop + path)
    // the shop under measurement, which its own tests hold to these shapes
    return (await answer.json()) as T
  }
  const { fishes } = await read<FishPage>('/api/fish/?page=1&per_page=5')
  const top = await read<Fish[]>('/api/fishes/top/')
  const [style, script, worker] = await Promise.all([file('style.css'), file('script.js'), file('sw.js')])
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Quayside</title><meta name="viewport" content="width=device-width,initial-scale=1">
<style>${style.replace(/\s+/g, ' ')}</style></head><body>
<header><a href="#/">Quayside</a><a href="#/products">Products</a><a href="#/contact">Contact</a><a href="#/cart">Cart</a></header>
<main><section class="hero"><img src="/brand/hero-phone-720.webp" fetchpriority="high" alt=""><h1>Fish and seafood for export, by the tonne</h1>
<p>Ask for a quote from the quay to your market, with or without a network.</p>
<form><input type="search" name="keyword" aria-label="Search products" placeholder="Search products"><button>Search</button></form></section>
<nav class="tiles">${tile('seafood', 'Seafood')}${tile('fish', 'Fish')}</nav>
<section><h2>Products</h2><div class="cards">${fishes.map(card).join('')}</div></section>
<section><h2>Trending</h2><div class="row">${top.map(card).join('')}</div></section>
<section><h2>Newsletter</h2><form><input type="email" aria-label="Email"><button>Subscribe</button></form></section></main>
<footer>Fish and seafood for export. © 2023</footer><script>${script}</script></body></html>`
  return { html, worker }
}
