import { Box, Button, Link as ChakraLink, Text, VisuallyHidden } from '@chakra-ui/react'
import { useLingui as useCatalog } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type AdminAction, subjectKinds } from '../../contract/admin-log.ts'
import { colonIn } from '../../contract/locales.ts'
import { useDeps } from '../db/use-deps.tsx'
import { Select } from '../forms/select.tsx'
import { useLocale } from '../i18n/use-locale.ts'
import { listAddress } from '../lists/list-address.ts'
import { ListFrame } from '../lists/list-frame.tsx'
import { useAdminList } from '../lists/use-admin-list.ts'
import { Age, Time } from '../ui/date-text.tsx'
import { Icon } from '../ui/icon.tsx'
import { Page } from '../ui/page.tsx'
import { CellText, type Column, SecondaryText, TableCards } from '../ui/rows/table-cards.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { actionNames, fieldName, fieldValue, subjectNames } from './log-texts.ts'

const route = getRouteApi('/admin/log')
const showId = 'log-show'

/** What administrators did, newest first. */
export function LogPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { t } = useLingui()
  const { i18n } = useCatalog()
  const { api } = useDeps()
  const { thing, by } = search
  const { keyword, page, onSearch, onPage } = listAddress(search, ({ search: next, ...how }) =>
    navigate({ search: (here) => ({ thing: here.thing, by: here.by, ...next }), ...how }),
  )
  const list = useAdminList<AdminAction>({
    name: `log ${thing ?? ''} ${by ?? ''}`,
    keyword,
    page,
    load: (paging, signal) => {
      const query = { ...paging, ...(thing && { thing }), ...(by && { by }) }
      return api.call('listAdminActions', { query, signal })
    },
    searchable: (action) => `${action.by.name} ${action.thing.name}`,
  })
  const columns: Column<AdminAction>[] = [
    {
      title: t({ message: 'What', comment: 'column: what an administrator did' }),
      kind: 'heading',
      cell: (action) => (
        <CellText>
          {actionNames[action.kind] ? i18n._(actionNames[action.kind]) : action.kind}
          {action.thing.name && <SecondaryText>{action.thing.name}</SecondaryText>}
        </CellText>
      ),
    },
    {
      title: t`Old and new values`,
      kind: 'wide',
      cell: (action) => <Changes action={action} />,
    },
    {
      title: t({ message: 'Who', comment: 'column: the administrator who did it' }),
      cell: (action) => (
        <Text as="span" display="inline-block" minWidth={{ md: '7.5rem' }} overflowWrap="anywhere">
          {action.by._id && action.by._id !== by ? (
            <ChakraLink asChild variant="plain">
              <Link to="/admin/log" search={{ thing, by: action.by._id, keyword }}>
                {action.by.name}{' '}
                <VisuallyHidden>
                  – <Trans comment="after the name of an administrator, in a link">only what they did</Trans>
                </VisuallyHidden>
              </Link>
            </ChakraLink>
          ) : (
            action.by.name
          )}
        </Text>
      ),
    },
    {
      title: t({ message: 'When', comment: 'column: when an administrator did it' }),
      cell: (action) => (
        <span>
          <Time at={action.at} />
          <SecondaryText>
            <Age at={action.at} />
          </SecondaryText>
        </span>
      ),
    },
  ]
  return (
    <Page
      title={t({ message: 'Log', comment: 'title: what administrators did' })}
      lead={<Trans>What administrators changed in the last two years. Nobody can change or delete an entry.</Trans>}
    >
      <SearchField label={t`Search by person, product or other name`} value={keyword} onSearch={onSearch} />
      <Select
        id={showId}
        aria-label={t({ message: 'Show', comment: 'label of a list of kinds of things' })}
        value={thing ?? ''}
        maxWidth="20rem"
        options={[
          { value: '', label: t`Everything` },
          ...subjectKinds.map((value) => ({ value, label: i18n._(subjectNames[value]) })),
        ]}
        onValue={(kind) => void navigate({ search: { thing: kind || undefined, by, keyword }, resetScroll: false })}
      />
      {by && (
        <ByPerson
          name={list.rows?.[0]?.by.name}
          onRemove={() => {
            document.getElementById(showId)?.focus()
            void navigate({ search: { thing, keyword }, resetScroll: false })
          }}
        />
      )}
      <ListFrame
        list={list}
        onPage={onPage}
        empty={
          by && !keyword ? (
            <Trans>There is nothing in the log by this person.</Trans>
          ) : keyword ? (
            <Trans>No entry matches “{keyword}”.</Trans>
          ) : (
            <Trans>No administrator has changed anything yet.</Trans>
          )
        }
      >
        {(rows) => <TableCards caption={t`Log`} columns={columns} rows={rows} rowKey={(action) => action._id} />}
      </ListFrame>
    </Page>
  )
}

/** Says that the log shows one person's entries only; a click shows all entries again. */
function ByPerson({ name, onRemove }: { name: string | undefined; onRemove: () => void }) {
  return (
    <Button size="sm" variant="outline" justifySelf="start" onClick={onRemove}>
      <span>
        {name === undefined ? (
          <Trans comment="filter of the log">Only one person</Trans>
        ) : (
          <Trans comment="filter of the log">Only {name}</Trans>
        )}{' '}
        <VisuallyHidden>
          – <Trans>show everybody</Trans>
        </VisuallyHidden>
      </span>
      <Icon name="close" />
    </Button>
  )
}

/** Each field with its old and its new value. */
function Changes({ action }: { action: AdminAction }) {
  const { i18n } = useCatalog()
  const locale = useLocale()
  const translate = i18n._.bind(i18n)
  if (action.changes.length === 0) return null
  return (
    <Box as="ul" listStyleType="none" display="grid" gap="1">
      {action.changes.map(({ field, from, to }) => (
        <Text as="li" key={field} overflowWrap="anywhere">
          <Text as="span" color="fg.muted">
            {fieldName(action.thing.kind, field, { locale, translate })}
            {colonIn(locale)}
          </Text>
          {from && (
            <>
              <VisuallyHidden>
                <Trans comment="before the old value of a field">from</Trans>{' '}
              </VisuallyHidden>
              <Text as="del" color="fg.muted">
                {fieldValue(field, from, { locale, translate })}
              </Text>{' '}
            </>
          )}
          {to && (
            <>
              <VisuallyHidden>
                <Trans comment="before the new value of a field">to</Trans>{' '}
              </VisuallyHidden>
              <Text as="ins" textDecoration="none">
                {fieldValue(field, to, { locale, translate })}
              </Text>
            </>
          )}
        </Text>
      ))}
    </Box>
  )
}
