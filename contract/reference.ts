const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Whether somebody typed this reference; capitals and spaces around it do not matter. */
export function isReference(typed: string, reference: string): boolean {
  return typed.trim().toUpperCase() === reference
}

/**
 * The short reference of an order, such as `Q-7F3K-92MX`: the last 40 bits of its UUID, which are random in a UUIDv7
 * (RFC 9562), in Crockford base32. Phone and server compute the same, so it is valid before the order is sent.
 */
export function orderReference(id: string): string {
  const hex = id.replaceAll('-', '').slice(-10)
  let bits = BigInt(`0x${/^[0-9a-f]{10}$/i.test(hex) ? hex : '0'}`)
  let text = ''
  for (let i = 0; i < 8; i++) {
    text = crockford.charAt(Number(bits & 31n)) + text
    bits >>= 5n
  }
  return `Q-${text.slice(0, 4)}-${text.slice(4)}`
}

const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Whether a text is a UUID in its canonical lower-case form (RFC 9562), as every `_id` of the server is. */
export function isUuid(text: string): boolean {
  return shape.test(text)
}
