declare module '@size-limit/file' {
  /** steps of size-limit's pipeline; its own types call every plugin a function */
  const plugin: () => void
  export default plugin
}
