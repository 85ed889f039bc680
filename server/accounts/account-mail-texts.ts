import type { Locale } from '../../contract/locales.ts'
import type { AccountMailRow } from '../platform/db/outgoing-rows.ts'

interface Texts {
  subject: string
  /** before the link */
  before: string
  /** after the link */
  after: string
}

export const accountMailTexts: Record<Locale, Record<AccountMailRow['kind'], Texts>> = {
  en: {
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
    restore: {
      subject: 'Your account was changed',
      before:
        'the e-mail address or the password of your account with us has just been changed. If it was you, you need not do anything. If it was not you, choose a new password here:',
      after:
        'The link works once, within seven days. Your account then has this e-mail address again, and everybody who is logged in is logged out.',
    },
    invitation: {
      subject: 'Join the team of our shop',
      before: 'we invite you to join the team of our shop. See what you will be able to do, and accept, here:',
      after:
        'The link works once, within seven days. Please do not pass it on. If you did not expect it, you need not do anything.',
    },
    webhook: {
      subject: 'A webhook of the shop was paused',
      before:
        'a program that your shop tells about orders or products has not taken what we sent, so we have stopped telling it. See which one, and go on, here:',
      after:
        'What waits is stored for thirty days and sent when you go on. What happens during the pause is not sent: the program can read it from the lists of changes.',
    },
  },
  fr: {
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
    restore: {
      subject: 'Votre compte a été modifié',
      before:
        'l’adresse e-mail ou le mot de passe de votre compte chez nous vient d’être modifié. Si c’était vous, ne faites rien. Si ce n’était pas vous, choisissez un nouveau mot de passe ici\u202f:',
      after:
        'Le lien fonctionne une seule fois, pendant sept jours. Votre compte retrouve alors cette adresse e-mail, et toutes les personnes connectées sont déconnectées.',
    },
    invitation: {
      subject: 'Rejoignez l’équipe de notre boutique',
      before:
        'nous vous invitons à rejoindre l’équipe de notre boutique. Voyez ce que vous pourrez y faire et acceptez ici\u202f:',
      after:
        'Le lien fonctionne une seule fois, pendant sept jours. Ne le transmettez à personne. Si vous ne l’attendiez pas, ne faites rien.',
    },
    webhook: {
      subject: 'Un webhook de la boutique est en pause',
      before:
        'un programme que votre boutique informe des commandes ou des produits n’a pas accepté nos envois. Nous avons donc cessé de l’informer. Voyez lequel et reprenez les envois ici\u202f:',
      after:
        'Ce qui attend est gardé trente jours et part dès que vous reprenez. Ce qui se passe pendant la pause n’est pas envoyé\u202f: le programme peut le lire dans les listes de changements.',
    },
  },
  es: {
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
    restore: {
      subject: 'Se ha modificado su cuenta',
      before:
        'Se acaba de cambiar el correo electrónico o la contraseña de su cuenta con nosotros. Si ha sido usted, no haga nada. Si no ha sido usted, elija una contraseña nueva aquí:',
      after:
        'El enlace funciona una sola vez, durante siete días. Su cuenta recupera entonces este correo electrónico, y se cierran todas las sesiones abiertas.',
    },
    invitation: {
      subject: 'Únase al equipo de nuestra tienda',
      before: 'Le invitamos a unirse al equipo de nuestra tienda. Vea qué podrá hacer y acepte aquí:',
      after:
        'El enlace funciona una sola vez, durante siete días. No se lo pase a nadie. Si no lo esperaba, no haga nada.',
    },
    webhook: {
      subject: 'Un webhook de la tienda está en pausa',
      before:
        'Un programa al que su tienda informa de pedidos o productos no ha aceptado lo que le enviamos, así que hemos dejado de informarle. Vea cuál es y reanude los envíos aquí:',
      after:
        'Lo que está a la espera se guarda treinta días y sale en cuanto reanude los envíos. Lo que ocurra durante la pausa no se envía: el programa puede leerlo en las listas de cambios.',
    },
  },
}
