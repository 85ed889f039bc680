/** Words for one kind of goods in English, French and Spanish, and its genus. Without accents, in the singular. */
const groups = `
octopus poulpe pieuvre pulpo
squid calmar encornet calamar pota loligo
cuttlefish seiche sepia choco
shrimp prawn crevette camaron gamba langostino penaeus
lobster homard bogavante homarus
langoustine cigala scampi nephrops
langouste langosta crawfish panulirus palinurus
crayfish ecrevisse
crab crabe cangrejo
mussel moule mejillon mytilus
oyster huitre ostra ostion
clam palourde almeja
cockle coque berberecho
scallop vieira pecten
whelk bulot buccin bocina buccinum
abalone ormeau abalon haliotis
urchin oursin erizo
barnacle percebe
hake merlu merluza merluccius
cod morue cabillaud bacalao gadus
haddock eglefin eglefino
pollock lieu abadejo
saithe coley carbonero
whiting merlan plegonero
ling lingue maruca
sardine pilchard sardina
anchovy anchois anchoa boqueron engraulis
herring hareng arenque clupea
sprat espadin
mackerel maquereau caballa scomber
scad chinchard jurel trachurus
tuna thon atun thunnus
skipjack listao listado katsuwonus
swordfish espadon espada xiphias
salmon saumon salmo
trout truite trucha
sole lenguado solea
turbot rodaballo
plaice plie solla pleuronectes
halibut fletan hippoglossus
monkfish angler baudroie lotte rape lophius
bass seabass bar lubina robalo dicentrarchus
bream seabream dorade daurade dorada sparus
grouper merou cherna mero epinephelus
mullet mulet lisa pardete mugil
surmullet rouget salmonete mullus
gurnard grondin rubio
snapper vivaneau pargo lutjanus
pandora pageot breca pagellus
meagre maigre corvina argyrosomus
redfish sebaste gallineta
conger congre congrio
eel anguille anguila anguilla
ray skate raie raya raja
shark requin tiburon
carp carpe carpa cyprinus
perch perche perca
pike brochet lucio esox
zander sandre lucioperca
catfish silure bagre
sturgeon esturgeon esturion acipenser
smelt eperlan eperlano
seaweed algue alga
`

const groupOf = new Map<string, string>()
for (const group of groups.trim().split('\n')) for (const word of group.split(' ')) groupOf.set(word, group)

/** What goods are also called whose names have these words, each normalised: `pulpos` gives `octopus poulpe pieuvre pulpo`. */
export function otherWords(words: readonly string[]): string {
  const found = words.map(
    (word) => groupOf.get(word) ?? groupOf.get(word.replace(/s$/, '')) ?? groupOf.get(word.replace(/es$/, '')),
  )
  return [...new Set(found.filter((group) => group !== undefined))].join(' ')
}
