import type { Locale } from '../../contract/locales.ts'
import type { LinkKind } from './account-links.ts'

interface Texts {
  subject: string
  /** before the link */
  before: (name: string) => string
  /** after the link */
  after: string
}

export const accountMailTexts: Record<Locale, Record<LinkKind, Texts>> = {
  en: {
    reset: {
      subject: 'Choose a new password',
      before: (name) =>
        `Hello ${name},\n\nsomebody, probably you, has asked for a new password for your account. Choose it here:`,
      after:
        'The link works once, within one hour. If you did not ask for it, you need not do anything: your password stays as it is.',
    },
    confirm: {
      subject: 'Confirm your e-mail address',
      before: (name) => `Hello ${name},\n\nyour account has this e-mail address. Confirm that it is yours:`,
      after: 'The link works for seven days. If you have no account with us, you need not do anything.',
    },
  },
  fr: {
    reset: {
      subject: 'Choisissez un nouveau mot de passe',
      before: (name) =>
        `Bonjour ${name},\n\nun nouveau mot de passe a été demandé pour votre compte, sans doute par vous. Choisissez-le ici\u202f:`,
      after:
        'Le lien fonctionne une seule fois, pendant une heure. Si vous n’avez rien demandé, ne faites rien\u202f: votre mot de passe reste le même.',
    },
    confirm: {
      subject: 'Confirmez votre adresse e-mail',
      before: (name) =>
        `Bonjour ${name},\n\nvotre compte porte cette adresse e-mail. Confirmez qu’elle est bien la vôtre\u202f:`,
      after: 'Le lien fonctionne pendant sept jours. Si vous n’avez pas de compte chez nous, ne faites rien.',
    },
  },
  es: {
    reset: {
      subject: 'Elija una contraseña nueva',
      before: (name) =>
        `Hola, ${name}:\n\nAlguien, probablemente usted, ha pedido una contraseña nueva para su cuenta. Elíjala aquí:`,
      after:
        'El enlace funciona una sola vez, durante una hora. Si no la ha pedido, no haga nada: su contraseña sigue siendo la misma.',
    },
    confirm: {
      subject: 'Confirme su correo electrónico',
      before: (name) => `Hola, ${name}:\n\nSu cuenta tiene este correo electrónico. Confirme que es suyo:`,
      after: 'El enlace funciona durante siete días. Si no tiene una cuenta con nosotros, no haga nada.',
    },
  },
}
