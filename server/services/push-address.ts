/**
 * The address of a subscription, in one spelling, if the shop may call it: `https:`, on the usual port, at one of `hosts`
 * (`*.example.com` stands for every name below it). Undefined for every other: a stranger's, or one inside the network.
 */
export function pushAddress(endpoint: string, hosts: readonly string[]): string | undefined {
  if (!URL.canParse(endpoint)) return undefined
  const { protocol, hostname, port, username, password, href } = new URL(endpoint)
  const isPlain = protocol === 'https:' && port === '' && username === '' && password === ''
  const isKnown = hosts.some((host) => (host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host))
  return isPlain && isKnown ? href : undefined
}
