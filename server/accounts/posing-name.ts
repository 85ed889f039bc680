/** Characters that look like Latin letters in most fonts, after accents and full-width forms are removed. */
const lookAlikes: Record<string, string> = Object.fromEntries(
  [
    ...['aаαɑ4@', 'bвЬ6', 'cсϲ', 'dԁɗ', 'eеεҽ3€', 'gɡ9', 'hһн', 'iіιıїɩӏјlⅼ1|!', 'kκк', 'mмｍⅿ'],
    ...['nпηո', 'oоοօσ0', 'pрρ', 'qԛգ', 'rгɾ', 'sѕʂ5$', 'tтτ7', 'uυսц', 'vνѵ', 'wԝш', 'xхχ', 'yуγүʏ'],
  ].flatMap(([letter = '', ...likes]) => likes.map((like) => [like, letter])),
)

function plainText(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
}

/** The words that a reader sees: look-alikes as Latin letters, every upright line as `i`. */
function wordsSeen(text: string): string[] {
  const seen = [...text].map((character) => lookAlikes[character] ?? character).join('')
  return seen
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .split(/[^a-z]+/)
    .filter(Boolean)
}

/** `Administrator` in three languages, and its short forms. */
const ofAdministrators = /^(?:the|sys|super)?admin(?:istra(?:tor|teur|trice|dora?|tion|cion))?s?$/
/** Shorter shop names occur in too many other names. */
const shortest = 4

/** Whether a name looks like the shop's own: 'Administrator', 'Admin', or the shop's name, also in look-alike letters. */
export function posesAsShop(name: string, shopName: string): boolean {
  const ofTheShop = wordsSeen(plainText(shopName)).join('')
  const plain = plainText(name)
  // digits may replace letters, or be a number after the name
  return [plain, plain.replace(/\d/g, ' ')].some((text) => {
    const words = wordsSeen(text)
    const whole = words.join('')
    const isShop = ofTheShop.length >= shortest && whole.includes(ofTheShop)
    return isShop || [...words, whole].some((word) => ofAdministrators.test(word))
  })
}
