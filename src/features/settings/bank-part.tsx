import { Button, DataList, Stack } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { BankAccount, Seller } from '../../../contract/papers/parties.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { useRefusalText } from '../../i18n/refusals.ts'
import { Term } from '../../parts/offers/offer-terms.tsx'
import { ButtonRow } from '../../ui/buttons.tsx'
import { Time } from '../../ui/dates.tsx'
import { ConfirmDialog, preloadDialogs } from '../../ui/dialogs/dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useSaid } from '../../ui/feedback/said.tsx'
import { useCall } from '../../ui/loading/use-call.ts'
import { BankDialog, ConfirmBankDialog } from './bank-dialogs.tsx'
import { type BankField, bankLabels } from './seller-labels.ts'

// the dialog's code is fetched with the settings
void preloadDialogs()

interface BankPartProps {
  seller: Seller
  onChanged: (seller: Seller) => void
  onReload: () => Promise<void>
}

/** The bank account in force and the one that waits, with what can be done with them. */
export function BankPart({ seller, onChanged, onReload }: BankPartProps) {
  const { bank, pending } = seller
  const by = pending?.by.name
  const { t } = useLingui()
  const { api } = useDeps()
  const refusalText = useRefusalText()
  const [open, setOpen] = useState<'change' | 'confirm' | 'withdraw'>()
  const { busy, failure, run } = useCall()
  const [said, say] = useSaid()
  const close = () => setOpen(undefined)
  // the account that waits is another one now, or none: questions about it are over, but what is typed for a change stays
  const closeQuestion = () => setOpen((now) => (now === 'change' ? now : undefined))

  async function withdraw(id: string) {
    const isDone = await run(() => api.call('withdrawBank', { params: { id } }))
    await onReload()
    if (isDone) say(<Trans>The new account was withdrawn. The present one stays.</Trans>)
    closeQuestion()
  }
  function changed(now: Seller) {
    onChanged(now)
    closeQuestion()
    say(
      now.pending ? (
        <Trans>The new account was asked for. Until it holds, pro formas name the present one.</Trans>
      ) : (
        <Trans>Pro formas name this account from now on.</Trans>
      ),
    )
  }
  return (
    <Stack gap="4">
      {said}
      {bank ? (
        <AccountFacts account={bank} />
      ) : (
        <p>
          <Trans>There is none yet: no pro forma can be made.</Trans>
        </p>
      )}
      {pending && (
        <Notice kind="warning" isQuiet>
          <Stack gap="3">
            <p>
              <Trans>
                {by} has asked for another account. It holds from <Time at={pending.since} />, if nobody withdraws it.
              </Trans>
            </p>
            <AccountFacts account={pending} isPending />
            {pending.isOwn && (
              <p>
                <Trans>Another person with the right to the shop can confirm it before that time.</Trans>
              </p>
            )}
            <ButtonRow>
              {!pending.isOwn && (
                <Button onClick={() => setOpen('confirm')}>
                  <Trans comment="button: lets a new bank account hold at once">Confirm the new account</Trans>
                </Button>
              )}
              <Button colorPalette="red" onClick={() => setOpen('withdraw')}>
                <Trans>Withdraw the new account</Trans>
              </Button>
            </ButtonRow>
          </Stack>
        </Notice>
      )}
      {failure && <p role="alert">{refusalText(failure)}</p>}
      <ButtonRow>
        <Button onClick={() => setOpen('change')}>
          {bank ? <Trans>Change the bank account</Trans> : <Trans>Give a bank account</Trans>}
        </Button>
      </ButtonRow>
      {open === 'change' && <BankDialog isFirst={!bank} onClose={close} onChanged={changed} />}
      {open === 'confirm' && pending && (
        <ConfirmBankDialog pending={pending} onClose={close} onChanged={changed}>
          <AccountFacts account={pending} isPending />
        </ConfirmBankDialog>
      )}
      {open === 'withdraw' && pending && (
        <ConfirmDialog
          onClose={close}
          title={t`Withdraw the new account?`}
          confirm={t`Withdraw the new account`}
          cancel={t({ message: 'Close', comment: 'button that closes a dialog' })}
          busy={busy}
          onConfirm={() => void withdraw(pending._id)}
        >
          <Trans>The present account stays. Every administrator gets a mail.</Trans>
        </ConfirmDialog>
      )}
    </Stack>
  )
}

function AccountFacts({ account, isPending = false }: { account: BankAccount; isPending?: boolean }) {
  const { t } = useLingui()
  // the keys of the labels are those of the account
  const names = (Object.keys(bankLabels) as BankField[]).filter((name) => account[name] !== '')
  return (
    <DataList.Root gridTemplateColumns="repeat(auto-fit, minmax(min(100%, 14rem), 1fr))">
      {names.map((name) => (
        <Term key={name} label={t(bankLabels[name])}>
          {account[name]}
        </Term>
      ))}
      {!isPending && (
        <Term label={t({ message: 'In force since', comment: 'label: the time from which on a bank account holds' })}>
          <Time at={account.since} />
        </Term>
      )}
    </DataList.Root>
  )
}
