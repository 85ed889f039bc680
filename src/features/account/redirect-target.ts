const own = 'https://quayside.invalid'

/**
 * Where to go after login or registration: the path after `=` in the query (specification section 2), decoded once.
 * Only a path inside the app is followed; everything else, also what browsers would read as another host, is `/`.
 */
export function redirectTarget(search: string): string {
  const path = decodedOnce(textAfterEquals(search))
  if (path === undefined || !/^\/(?![/\\])[^\\\p{C}]*$/u.test(path)) return '/'
  // dot segments may fold into a second slash: check the resolved address
  const url = parsed(path, own)
  if (url === undefined || url.origin !== own || url.pathname.startsWith('//')) return '/'
  return /^\/(login|register)\b/.test(url.pathname) ? '/' : url.pathname + url.search
}

function textAfterEquals(search: string): string {
  const named = /[?&]redirect=(.*)$/s.exec(search)?.[1]
  if (named !== undefined) return named
  const at = search.indexOf('=')
  return at < 0 ? '' : search.slice(at + 1)
}

function decodedOnce(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** `URL.parse` would do this, but Safari before 18 has it not. */
function parsed(path: string, base: string): URL | undefined {
  try {
    return new URL(path, base)
  } catch {
    return undefined
  }
}
