/** The paths of the fields that a form's check finds wrong, such as `lines/0/price`. */
export function wrongFields(messages: object): string[] {
  return Object.entries(messages).flatMap(([name, message]: [string, unknown]) => {
    if (typeof message !== 'object' || message === null) return []
    return 'id' in message ? [name] : wrongFields(message).map((path) => `${name}/${path}`)
  })
}
