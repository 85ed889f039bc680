import { newShop, type ShopInput } from '../../contract/shop.ts'

const about = {
  en: `An exporter of fish, crustaceans and mollusks, at home on the fishing quay of Dakar, selling by the tonne to importers, processors and wholesalers on four continents.

# What we do

We buy at the landing, from boats and cooperatives that we know by name. What comes ashore before dawn is graded, weighed and iced before the sun is high; what is to be frozen goes through the tunnel the same day, at −40 °C, and waits at −20 °C until its container sails.

Every lot has its papers from the first hour: species with its scientific name and FAO code, catch area and gear, landing date, health certificate and, for the European Union, catch certificate.

# Our mission

To bring the catch of small ports to far markets without losing what makes it good: its freshness, its name and a fair price for those who caught it. And to make asking for a quote as easy from a ship's bridge with one bar of signal as from an office.

# What we stand for

## The whole truth about a fish

Net weight without glaze, the size grade that we measured, the true species. A claim that is right is paid without a second question.

## Fish for the next generation

We respect closed seasons and minimum sizes, also where nobody looks, and buy nothing without a licence and a landing slip.

## The cold chain does not break

Fresh at 0 to 2 °C, frozen at −18 °C or below, with a logger in every container and its curve in your mail.

## A word is a contract

Every request gets an answer within one working day: a price, a port and a date, or an honest no.`,
  fr: `Exportateur de poissons, de crustacés et de mollusques, installé sur le quai de pêche de Dakar : nous vendons à la tonne aux importateurs, transformateurs et grossistes de quatre continents.

# Ce que nous faisons

Nous achetons au débarquement, à des bateaux et à des coopératives que nous connaissons par leur nom. Ce qui arrive à quai avant l’aube est calibré, pesé et mis sous glace avant que le soleil soit haut ; ce qui doit être congelé passe au tunnel le jour même, à −40 °C, et attend à −20 °C le départ de son conteneur.

Chaque lot a ses papiers dès la première heure : espèce avec nom scientifique et code FAO, zone et engin de capture, date de débarquement, certificat sanitaire et, pour l’Union européenne, certificat de capture.

# Notre mission

Porter la pêche des petits ports vers les marchés lointains sans rien perdre de ce qui fait sa valeur : sa fraîcheur, son nom et un prix juste pour ceux qui l’ont pêchée. Et rendre la demande de devis aussi simple depuis la passerelle d’un navire, avec une seule barre de réseau, que depuis un bureau.

# Nos valeurs

## Toute la vérité sur un poisson

Le poids net hors glazurage, le calibre que nous avons mesuré, la véritable espèce. Une réclamation fondée est payée sans discussion.

## Du poisson pour les générations futures

Nous respectons les repos biologiques et les tailles minimales, même là où personne ne regarde, et n’achetons rien sans licence ni bordereau de débarquement.

## Une chaîne du froid sans rupture

Frais entre 0 et 2 °C, congelé à −18 °C ou moins, avec un enregistreur de température dans chaque conteneur et sa courbe dans votre messagerie.

## La parole donnée vaut contrat

Chaque demande reçoit une réponse sous un jour ouvré : un prix, un port et une date, ou un non franc.`,
  es: `Exportadores de pescado, crustáceos y moluscos, con sede en el muelle pesquero de Dakar: vendemos por toneladas a importadores, transformadores y mayoristas de cuatro continentes.

# Qué hacemos

Compramos en el desembarque, a barcos y cooperativas que conocemos por su nombre. Lo que llega a tierra antes del alba se clasifica por calibre, se pesa y se pone en hielo antes de que el sol esté alto; lo que se va a congelar pasa por el túnel el mismo día, a −40 °C, y espera a −20 °C hasta que zarpe su contenedor.

Cada lote tiene sus papeles desde la primera hora: especie con nombre científico y código FAO, zona y arte de pesca, fecha de desembarque, certificado sanitario y, para la Unión Europea, certificado de captura.

# Nuestra misión

Llevar la pesca de los puertos pequeños a mercados lejanos sin perder lo que la hace buena: su frescura, su nombre y un precio justo para quienes la capturaron. Y hacer que solicitar una cotización sea tan fácil desde el puente de un barco, con una sola barra de cobertura, como desde una oficina.

# Nuestros valores

## Toda la verdad sobre un pescado

El peso neto sin glaseado, el calibre que hemos medido, la verdadera especie. Una reclamación justificada se paga sin más preguntas.

## Pescado para la próxima generación

Respetamos las vedas y las tallas mínimas, también donde nadie mira, y no compramos nada sin licencia ni declaración de desembarque.

## La cadena de frío no se rompe

Fresco entre 0 y 2 °C, congelado a −18 °C o menos, con un registrador de temperatura en cada contenedor y su gráfica en su correo.

## La palabra dada es un contrato

Toda solicitud recibe respuesta en un día hábil: un precio, un puerto y una fecha, o un no sincero.`,
}

const { version: _, legal: __, ...unset } = newShop

/** The settings of the demonstration shop, an invented exporter. */
export const demoShop: ShopInput = {
  ...unset,
  name: 'Quayside',
  shortName: 'Quayside',
  tagline: {
    en: 'Fish and seafood for export, by the tonne',
    fr: 'Poissons et fruits de mer pour l’export, à la tonne',
    es: 'Pescado y marisco para exportación, por toneladas',
  },
  lead: {
    en: 'From the quay to your cold store: choose species, size and packing, and ask for a quote in a minute. Works without a connection, too.',
    fr: 'Du quai à votre entrepôt frigorifique : choisissez l’espèce, le calibre et le conditionnement, et demandez un devis en une minute. Même sans connexion.',
    es: 'Del muelle a su cámara frigorífica: elija especie, calibre y embalaje, y solicite una cotización en un minuto. También sin conexión.',
  },
  about,
  street: 'Quai de Pêche, Môle 10',
  city: { en: 'Dakar, Senegal', fr: 'Dakar, Sénégal', es: 'Dakar, Senegal' },
  email: 'sales@quayside.example',
  phone: '+221 33 800 00 00',
  chatPhone: '+221 33 800 00 00',
  chatMessage: {
    en: 'Hello Quayside, I would like a quote.',
    fr: 'Bonjour Quayside, je souhaite obtenir un devis.',
    es: 'Hola, Quayside: quisiera solicitar una cotización.',
  },
  answerPromise: {
    en: 'We answer within one working day.',
    fr: 'Nous répondons sous un jour ouvré.',
    es: 'Respondemos en un día hábil.',
  },
  copyrightYear: 2023,
}
