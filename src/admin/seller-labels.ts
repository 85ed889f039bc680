import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { BankInput, SellerInput } from '../../contract/papers/parties.ts'

export type SellerName = Exclude<keyof SellerInput, 'version'>
export type BankField = Exclude<keyof BankInput, 'password'>

/** The labels of who sells, in the order of the screen. */
export const sellerLabels: Record<SellerName, MessageDescriptor> = {
  legalName: msg`Legal name`,
  taxNumber: msg`Tax number`,
  registrationNumber: msg`Registration number`,
  approvalNumber: msg`Approval number of the plant`,
}

/** The labels of a bank account, in the order of the screen. */
export const bankLabels: Record<BankField, MessageDescriptor> = {
  holder: msg`Account holder`,
  bank: msg({ message: 'Bank', comment: 'label of a field: the name of a bank' }),
  account: msg`IBAN or account number`,
  bic: msg({ message: 'BIC (SWIFT)', comment: 'label of a field: the code of a bank' }),
}
