import http from 'node:http'

export interface OpenStream {
  status: number
  headers: http.IncomingHttpHeaders
  /** the hints so far, in order */
  hints(): string[]
  /** comments so far */
  comments(): number
  /** everything, as it came */
  text(): string
  /** whether the server has ended it */
  hasEnded(): boolean
  close(): void
}

/** Opens a live stream of the server at `url`, or gets its refusal. */
export function openStream(url: string, token: string | undefined, options: http.RequestOptions = {}) {
  return new Promise<OpenStream>((resolve, reject) => {
    const headers = { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...options.headers }
    const sent = http.request(`${url}/api/live/`, { agent: false, ...options, headers }, (answer) => {
      let text = ''
      let ended = false
      answer.on('data', (chunk: Buffer) => {
        text += chunk
      })
      for (const event of ['end', 'close', 'error'])
        answer.on(event, () => {
          ended = true
        })
      resolve({
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        hints: () => [...text.matchAll(/^event: (\w+)\ndata:\n\n/gm)].map(([, hint = '']) => hint),
        comments: () => [...text.matchAll(/^:\n\n/gm)].length,
        text: () => text,
        hasEnded: () => ended,
        close: () => sent.destroy(),
      })
    })
    sent.on('error', reject)
    sent.end()
  })
}
