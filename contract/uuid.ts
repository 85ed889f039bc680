const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Whether a text is a UUID in its canonical lower-case form (RFC 9562), as every `_id` of the server is. */
export function isUuid(text: string): boolean {
  return shape.test(text)
}
