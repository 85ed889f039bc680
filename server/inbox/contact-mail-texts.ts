import type { Locale } from '../../contract/locales.ts'

interface Texts {
  subject: string
  /** before the link to the messages */
  link: string
  /** before the visitor's words */
  said: (who: string) => string
}

/** Mails to the desk about messages of the contact form. */
export const contactMailTexts: Record<Locale, Texts> = {
  en: {
    subject: 'Message from the contact form',
    link: 'All messages:',
    said: (who) => `${who} writes:`,
  },
  fr: {
    subject: 'Message du formulaire de contact',
    link: 'Tous les messages\u202f:',
    said: (who) => `${who} écrit\u202f:`,
  },
  es: {
    subject: 'Mensaje del formulario de contacto',
    link: 'Todos los mensajes:',
    said: (who) => `${who} escribe:`,
  },
}
