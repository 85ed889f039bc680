/**
 * Translates a page as browsers do: in place of each text stand two elements, also of texts that come later. `translate` makes the new words,
 * by default the same ones. Returns what ends it.
 */
export function translatePage(root: Node, translate = (words: string) => words): () => void {
  function replace(node: Node) {
    if (node.nodeName === 'FONT' || /^(script|style|noscript|textarea)$/i.test(node.nodeName)) return
    if (node.nodeType === Node.TEXT_NODE) {
      const words = (node as Text).data
      if (words.trim() === '' || node.parentElement?.closest('font')) return
      const outer = document.createElement('font')
      const inner = outer.appendChild(document.createElement('font'))
      inner.textContent = translate(words)
      node.parentNode?.replaceChild(outer, node)
    } else for (const child of [...node.childNodes]) replace(child)
  }
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes } of records)
      for (const node of [target, ...addedNodes]) if (node.isConnected) replace(node)
  })
  observer.observe(root, { childList: true, characterData: true, subtree: true })
  replace(root)
  return () => observer.disconnect()
}
