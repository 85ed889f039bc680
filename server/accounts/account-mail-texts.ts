import type { Locale } from '../../contract/locales.ts'
import type { LinkKind } from './account-links.ts'

interface Texts {
  subject: string
  /** before the link */
  before: string
  /** after the link */
  after: string
}

/** `hello`: `name` is empty for an address that is not confirmed. */
export const accountMailTexts: Record<Locale, Record<LinkKind, Texts> & { hello: (name: string) => string }> = {
  en: {
    hello: (name) => (name ? `Hello ${name},` : 'Hello,'),
    reset: {
      subject: 'Choose a new password',
      before: 'somebody, probably you, has asked for a new password for your account. Choose it here:',
      after:
        'The link works once, within one hour. If you did not ask for it, you need not do anything: your password stays as it is.',
    },
    confirm: {
      subject: 'Confirm your e-mail address',
      before:
        'somebody, probably you, has given this e-mail address for an account with us. If it was you, confirm it here:',
      after: 'The link works for seven days. If it was not you, please do not confirm; you need not do anything.',
    },
  },
  fr: {
    hello: (name) => (name ? `Bonjour ${name},` : 'Bonjour,'),
    reset: {
      subject: 'Choisissez un nouveau mot de passe',
      before: 'un nouveau mot de passe a été demandé pour votre compte, sans doute par vous. Choisissez-le ici\u202f:',
      after:
        'Le lien fonctionne une seule fois, pendant une heure. Si vous n’avez rien demandé, ne faites rien\u202f: votre mot de passe reste le même.',
    },
    confirm: {
      subject: 'Confirmez votre adresse e-mail',
      before:
        'cette adresse e-mail a été indiquée pour un compte chez nous, sans doute par vous. Si c’est le cas, confirmez-la ici\u202f:',
      after: 'Le lien fonctionne pendant sept jours. Si ce n’était pas vous, ne confirmez pas\u202f; ne faites rien.',
    },
  },
  es: {
    hello: (name) => (name ? `Hola, ${name}:` : 'Hola:'),
    reset: {
      subject: 'Elija una contraseña nueva',
      before: 'Alguien, probablemente usted, ha pedido una contraseña nueva para su cuenta. Elíjala aquí:',
      after:
        'El enlace funciona una sola vez, durante una hora. Si no la ha pedido, no haga nada: su contraseña sigue siendo la misma.',
    },
    confirm: {
      subject: 'Confirme su correo electrónico',
      before:
        'Alguien, probablemente usted, ha indicado este correo electrónico para una cuenta con nosotros. Si ha sido usted, confírmelo aquí:',
      after: 'El enlace funciona durante siete días. Si no ha sido usted, no lo confirme; no haga nada.',
    },
  },
}
