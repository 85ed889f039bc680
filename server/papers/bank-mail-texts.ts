import type { Locale } from '../../contract/locales.ts'

/** What became of a bank account: one was asked for, the first was given, one was confirmed before its time or withdrawn. */
export type BankNews = 'asked' | 'given' | 'confirmed' | 'withdrawn'

export interface BankWords {
  by: string
  bank: string
  /** its end only */
  account: string
  /** when it holds, as people write it */
  from: string
}

type Texts = Record<BankNews, { subject: string; before: (words: BankWords) => string }> & { after: string }

export const bankMailTexts: Record<Locale, Texts> = {
  en: {
    asked: {
      subject: 'A new bank account was asked for',
      before: ({ by, bank, account, from }) =>
        `${by} has asked that buyers pay to another bank account: ${bank}, ${account}. It holds from ${from}. Until then another person with the right to the shop can confirm it, and it can be withdrawn:`,
    },
    given: {
      subject: 'A bank account was given',
      before: ({ by, bank, account }) => `${by} has given the bank account that buyers pay to: ${bank}, ${account}.`,
    },
    confirmed: {
      subject: 'The new bank account was confirmed',
      before: ({ by, bank, account }) => `${by} has confirmed it: buyers now pay to ${bank}, ${account}.`,
    },
    withdrawn: {
      subject: 'The new bank account was withdrawn',
      before: ({ by, bank, account }) => `${by} has withdrawn ${bank}, ${account}. The present account stays.`,
    },
    after: 'If you did not expect this, call the person, and end all sessions of that account.',
  },
  fr: {
    asked: {
      subject: 'Changement de compte bancaire demandé',
      before: ({ by, bank, account, from }) =>
        `${by} demande que les acheteurs paient sur un autre compte bancaire\u202f: ${bank}, ${account}. Il sera valable à partir du ${from}. D’ici là, une autre personne ayant le droit «\u202fboutique\u202f» peut le confirmer, et il peut être retiré\u202f:`,
    },
    given: {
      subject: 'Compte bancaire indiqué',
      before: ({ by, bank, account }) =>
        `${by} a indiqué le compte bancaire sur lequel les acheteurs paient\u202f: ${bank}, ${account}.`,
    },
    confirmed: {
      subject: 'Nouveau compte bancaire confirmé',
      before: ({ by, bank, account }) =>
        `${by} l’a confirmé\u202f: les acheteurs paient désormais sur ${bank}, ${account}.`,
    },
    withdrawn: {
      subject: 'Nouveau compte bancaire retiré',
      before: ({ by, bank, account }) => `${by} a retiré ${bank}, ${account}. Le compte actuel reste valable.`,
    },
    after: 'Si vous ne vous y attendiez pas, appelez cette personne et fermez toutes les sessions de son compte.',
  },
  es: {
    asked: {
      subject: 'Se ha pedido un cambio de cuenta bancaria',
      before: ({ by, bank, account, from }) =>
        `${by} pide que los compradores paguen a otra cuenta bancaria: ${bank}, ${account}. Valdrá a partir del ${from}. Hasta entonces, otra persona con el derecho «tienda» puede confirmarla, y se puede retirar:`,
    },
    given: {
      subject: 'Se ha indicado una cuenta bancaria',
      before: ({ by, bank, account }) =>
        `${by} ha indicado la cuenta bancaria a la que pagan los compradores: ${bank}, ${account}.`,
    },
    confirmed: {
      subject: 'La cuenta bancaria nueva está confirmada',
      before: ({ by, bank, account }) => `${by} la ha confirmado: los compradores pagan ahora a ${bank}, ${account}.`,
    },
    withdrawn: {
      subject: 'La cuenta bancaria nueva se ha retirado',
      before: ({ by, bank, account }) => `${by} ha retirado ${bank}, ${account}. La cuenta actual sigue siendo válida.`,
    },
    after: 'Si no lo esperaba, llame a esa persona y cierre todas las sesiones de su cuenta.',
  },
}
