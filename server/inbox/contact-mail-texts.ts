import type { Locale } from '../../contract/locales.ts'

const en = {
  subject: 'Message from the contact form',
  /** before the link to the messages */
  link: 'All messages:',
  /** before the visitor's words */
  said: (who: string) => `${who} writes:`,
}

/** Mails to the desk about messages of the contact form. */
export const contactMailTexts: Record<Locale, typeof en> = {
  en,
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
