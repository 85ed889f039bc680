/** Letters and digits that look like Latin ones in most fonts; accents and full-width forms are gone by then. */
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

/** A name as the eye reads it: Latin letters in words, `i` for everything that is one upright line. */
function wordsSeen(text: string): string[] {
  const seen = [...text].map((character) => lookAlikes[character] ?? character).join('')
  return seen
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .split(/[^a-z]+/)
    .filter(Boolean)
}

/** `Administrator` in three languages and its short form. */
const ofAdministrators = /^(?:the|sys|super)?admin(?:istra(?:tor|teur|trice|dora?|tion|cion))?s?$/
/** A shorter name of a shop is part of too many others. */
const shortest = 4

/** Whether a name passes for the shop's: 'Administrator', 'Admin', its own name, also in letters that look alike. */
export function posesAsShop(name: string, shopName: string): boolean {
  const ofTheShop = wordsSeen(plainText(shopName)).join('')
  const plain = plainText(name)
  // digits stand for letters, or they are only a number behind the name
  return [plain, plain.replace(/\d/g, ' ')].some((text) => {
    const words = wordsSeen(text)
    const whole = words.join('')
    const isShop = ofTheShop.length >= shortest && whole.includes(ofTheShop)
    return isShop || [...words, whole].some((word) => ofAdministrators.test(word))
  })
}
