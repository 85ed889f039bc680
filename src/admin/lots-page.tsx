import { Button, Stack, Text } from '@chakra-ui/react'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { hasRight } from '../../contract/accounts.ts'
import { nameIn } from '../../contract/locales.ts'
import type { Lot, LotOrder } from '../../contract/lots.ts'
import { csvStyleOf, type TableValues } from '../../contract/texts/csv.ts'
import { useDeps, useSession } from '../db/use-deps.tsx'
import { lotTitles, neededOfLot } from '../i18n/lot-titles.ts'
import { formatNumber } from '../i18n/numbers.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { fetchLotRows } from '../import/lot-sheet.ts'
import { type AdminListState, AdminListView, defineAdminList, useAdminList } from '../lists/admin-list.tsx'
import { ExportButton, ExportButtons } from '../lists/exports.tsx'
import { DeleteButton, EditButton } from '../lists/list-rows.tsx'
import { useOnlineQuery } from '../lists/query.ts'
import { LinkButton } from '../ui/buttons.tsx'
import { Day } from '../ui/date-text.tsx'
import { FormDialog } from '../ui/dialogs/dialog.tsx'
import { FromShop } from '../ui/feedback/notice.tsx'
import { Page } from '../ui/page.tsx'
import { CellText, Reference, SecondaryText } from '../ui/rows/table-cards.tsx'
import { LotDialog } from './lot-dialog.tsx'

type Lots = AdminListState<Lot>

/** What a lot lacks that was typed in the cold store. */
function Missing({ lot }: { lot: Lot }) {
  const locale = useLocale()
  const names = neededOfLot.filter((name) => lot[name] === '').map((name) => lotTitles[name][locale])
  const missing = names.join(', ')
  return (
    names.length > 0 && (
      <Text as="span" display="block" color="fg.warning" fontSize="sm" overflowWrap="anywhere">
        <Trans comment="what nobody has filled in of a lot yet">Missing: {missing}</Trans>
      </Text>
    )
  )
}

function ProductName({ id }: { id: string }) {
  const { db } = useDeps()
  const locale = useLocale()
  const fish = useLiveQuery(() => db.fishes.get(id).catch(() => undefined), [db, id])
  return <CellText>{fish ? nameIn(fish, locale) : id}</CellText>
}

const lots = defineAdminList<Lot>({
  name: 'lots',
  caption: msg`Lots`,
  call: (api, query, { signal }) => api.call('listLots', { query, signal }),
  search: msg`Search lots by code, product or vessel`,
  empty: ({ keyword }) =>
    keyword ? <Trans>No lot matches “{keyword}”.</Trans> : <Trans>There are no lots yet.</Trans>,
  columns: [
    {
      title: msg`Lot code`,
      kind: 'heading',
      cell: (lot) => (
        <CellText>
          <Reference whiteSpace="normal">{lot.code}</Reference>
          <Missing lot={lot} />
        </CellText>
      ),
    },
    { title: msg`Product`, kind: 'wide', cell: ({ fishe }) => <ProductName id={fishe} /> },
    {
      title: msg({ message: 'Vessel', comment: 'the name of a ship' }),
      cell: ({ vessel, area }) => (
        <CellText>
          {vessel || '–'}
          {area && <SecondaryText>FAO {area}</SecondaryText>}
        </CellText>
      ),
    },
    {
      title: msg({ message: 'Produced', comment: 'column: the production day of a lot, and best before' }),
      cell: ({ producedOn, bestBefore }) => (
        <>
          {producedOn ? <Day day={producedOn} /> : '–'}
          {bestBefore && (
            <SecondaryText>
              <Trans>
                best before <Day day={bestBefore} />
              </Trans>
            </SecondaryText>
          )}
        </>
      ),
    },
  ],
  rowActions: (lot, list) => <LotActions lot={lot} list={list} />,
  Dialog: ({ row, kind, list, onClose }) =>
    kind === 'orders' && row ? (
      <RecallDialog lot={row} onClose={onClose} />
    ) : (
      <LotDialog lot={row} onClose={onClose} onSaved={list.reload} />
    ),
  remove: {
    call: (api, { _id: id }) => api.call('deleteLot', { params: { id } }),
    Text: ({ row: { code } }) => (
      <Trans>The lot {code} leaves the book, with its files. One that a shipment names stays.</Trans>
    ),
  },
})

function LotActions({ lot, list }: { lot: Lot; list: Lots }) {
  const { t } = useLingui()
  const { code } = lot
  const mayChange = hasRight(useSession(), 'products')
  return (
    <>
      <Button variant="ghost" aria-label={t`Who got lot ${code}`} onClick={() => list.onOpen('orders', lot)}>
        <Trans comment="button at a lot: opens the list of those to whom it was shipped">Who got it</Trans>
      </Button>
      {mayChange && <EditButton name={code} onClick={() => list.onOpen('edit', lot)} />}
      {mayChange && <DeleteButton name={code} onClick={() => list.onAsk(lot)} />}
    </>
  )
}

/** The recall list of a lot, as authorities ask for it. */
const recallTable = (code: string, rows: readonly LotOrder[]): TableValues => [
  ['lot', 'reference', 'company', 'product', 'container', 'net kg'],
  ...rows.map(({ reference, company, line, container, net }) => [code, reference, company, line, container, net]),
]

function RecallDialog({ lot, onClose }: { lot: Lot; onClose: () => void }) {
  const { t } = useLingui()
  const locale = useLocale()
  const { _id: id, code } = lot
  const { body: rows, isMissing } = useOnlineQuery(`lot-orders ${id}`, (calls, signal) =>
    calls.call('listLotOrders', { params: { id }, query: {}, signal }),
  )
  return (
    <FormDialog onClose={onClose} title={t`Who got lot ${code}`}>
      <Stack gap="4">
        {rows?.length === 0 && <p>{t`No shipment names this lot.`}</p>}
        {!rows && <FromShop isMissing={isMissing} />}
        <Stack as="ul" gap="3" listStyleType="none" _empty={{ display: 'none' }}>
          {rows?.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an order may have a lot in two containers
            <RecallRow key={at} row={row} net={formatNumber(row.net, locale)} />
          ))}
        </Stack>
        {rows && rows.length > 0 && (
          <ExportButton
            list={`recall-${code.replace(/[^\p{L}\p{N}-]+/gu, '-')}`}
            format={{ kind: 'csv', style: csvStyleOf(locale) }}
            fetchRows={async () => recallTable(code, rows)}
            justifySelf="start"
          >{t`Recall list as CSV`}</ExportButton>
        )}
      </Stack>
    </FormDialog>
  )
}

function RecallRow({ row: { order, reference, company, line, container }, net }: { row: LotOrder; net: string }) {
  const maySee = hasRight(useSession(), 'orders')
  return (
    <li>
      {maySee ? (
        <Link to="/order/$id" params={{ id: order }}>
          {reference}
        </Link>
      ) : (
        reference
      )}{' '}
      {company}
      <SecondaryText>{[line, container, `${net} kg`].filter(Boolean).join(' · ')}</SecondaryText>
    </li>
  )
}

export function LotsPage() {
  const { t } = useLingui()
  const { api, db } = useDeps()
  const locale = useLocale()
  const list = useAdminList(lots)
  const mayChange = hasRight(useSession(), 'products')
  return (
    <Page
      title={t`Lots`}
      lead={<Trans>What was caught or produced together. Shipments name lots, and papers are made of them.</Trans>}
      actions={
        mayChange && (
          <>
            <Button colorPalette="accent" variant="solid" onClick={() => list.onOpen('new')}>
              <Trans comment="button: adds a lot to the book">New lot</Trans>
            </Button>
            <LinkButton to="/admin/lots/import">
              <Trans comment="link: reads a spreadsheet">Import</Trans>
            </LinkButton>
          </>
        )
      }
    >
      <AdminListView list={list} />
      <ExportButtons list="lots" fetchRows={(fetching) => fetchLotRows({ api, db }, locale, fetching)} marginTop="6" />
    </Page>
  )
}
