const row = document.querySelector('.row')
let paused = false
setInterval(() => {
  if (!paused) row.scrollLeft = row.scrollLeft + row.clientWidth >= row.scrollWidth ? 0 : row.scrollLeft + 264
}, 5000)
row.onmouseenter = () => {
  paused = true
}
row.onmouseleave = () => {
  paused = false
}
document.querySelector('.hero form').onsubmit = async (event) => {
  event.preventDefault()
  const keyword = encodeURIComponent(event.target.keyword.value)
  const { fishes } = await (await fetch(`/api/fish/?keyword=${keyword}&per_page=6`)).json()
  const cards = document.querySelectorAll('.cards .card')
  for (const [at, card] of cards.entries()) {
    const fish = fishes[at]
    card.hidden = !fish
    if (fish) {
      card.href = `#/products/${fish._id}`
      card.querySelector('img').src = fish.image
      card.querySelector('h3').textContent = fish.trade_name
    }
  }
}
if ('serviceWorker' in navigator) addEventListener('load', () => navigator.serviceWorker.register('/sw.js'))
