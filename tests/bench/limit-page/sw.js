const fill = async (request) => {
  const cache = await caches.open('limit')
  const saved = await cache.match(request)
  if (saved) return saved
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request, answer.clone())
  return answer
}
addEventListener('install', (event) => event.waitUntil(caches.open('limit').then((cache) => cache.add('/'))))
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => event.request.method === 'GET' && event.respondWith(fill(event.request)))
