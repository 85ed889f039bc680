/** Those of the named texts that are not empty, without spaces around them. */
export const filledTexts = <N extends string>(values: Record<N, string>, names: readonly N[]) =>
  // the keys are the names
  Object.fromEntries(names.flatMap((name) => (values[name].trim() ? [[name, values[name].trim()]] : []))) as {
    [Name in N]?: string
  }
