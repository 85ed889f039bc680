import { Box, Button, Link as ChakraLink, Text, VisuallyHidden } from '@chakra-ui/react'
import { msg } from '@lingui/core/macro'
import { useLingui as useCatalog } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type AdminAction, type SubjectKind, subjectKinds } from '../../contract/admin-log.ts'
import { colonIn } from '../../contract/locales.ts'
import { Select } from '../forms/fields.tsx'
import { useLocale } from '../i18n/use-locale.ts'
import { AdminList, type AdminListState, defineAdminList } from '../lists/admin-list.tsx'
import type { ListSearch } from '../lists/list-rows.tsx'
import { Age, Time } from '../ui/date-text.tsx'
import { Icon } from '../ui/icon.tsx'
import { Page } from '../ui/page.tsx'
import { CellText, SecondaryText } from '../ui/rows/table-cards.tsx'
import { actionNames, fieldName, fieldValue, subjectNames } from './log-texts.ts'

const showId = 'log-show'

interface LogSearch extends ListSearch {
  thing?: SubjectKind | undefined
  by?: string | undefined
}

const log = defineAdminList<AdminAction, LogSearch>({
  name: 'log',
  caption: msg`Log`,
  call: (api, paging, { search: { thing, by }, signal }) =>
    api.call('listAdminActions', { query: { ...paging, ...(thing && { thing }), ...(by && { by }) }, signal }),
  search: msg`Search by person, product or other name`,
  Filters: LogFilters,
  empty: ({ by, keyword }) =>
    keyword ? (
      <Trans>No entry matches “{keyword}”.</Trans>
    ) : by ? (
      <Trans>There is nothing in the log by this person.</Trans>
    ) : (
      <Trans>No administrator has changed anything yet.</Trans>
    ),
  columns: [
    {
      title: msg({ message: 'What', comment: 'column: what an administrator did' }),
      kind: 'heading',
      cell: ({ kind, thing }) => (
        <CellText>
          <ActionName kind={kind} />
          {thing.name && <SecondaryText>{thing.name}</SecondaryText>}
        </CellText>
      ),
    },
    { title: msg`Old and new values`, kind: 'wide', cell: (action) => <Changes action={action} /> },
    {
      title: msg({ message: 'Who', comment: 'column: the administrator who did it' }),
      cell: ({ by: { _id, name } }, { search: { thing, by, keyword } }) => (
        <Text as="span" display="inline-block" minWidth={{ md: '7.5rem' }} overflowWrap="anywhere">
          {_id && _id !== by ? (
            <ChakraLink asChild variant="plain">
              <Link to="/admin/log" search={{ thing, by: _id, keyword }}>
                {name}{' '}
                <VisuallyHidden>
                  – <Trans comment="after the name of an administrator, in a link">only what they did</Trans>
                </VisuallyHidden>
              </Link>
            </ChakraLink>
          ) : (
            name
          )}
        </Text>
      ),
    },
    {
      title: msg({ message: 'When', comment: 'column: when an administrator did it' }),
      cell: ({ at }) => (
        <span>
          <Time at={at} />
          <SecondaryText>
            <Age at={at} />
          </SecondaryText>
        </span>
      ),
    },
  ],
})

export function LogPage() {
  const { t } = useLingui()
  return (
    <Page
      title={t({ message: 'Log', comment: 'title: what administrators did' })}
      lead={<Trans>What administrators changed in the last two years. Nobody can change or delete an entry.</Trans>}
    >
      <AdminList of={log} />
    </Page>
  )
}

function ActionName({ kind }: Pick<AdminAction, 'kind'>) {
  const { t } = useLingui()
  return actionNames[kind] ? t(actionNames[kind]) : kind
}

function LogFilters({ list }: { list: AdminListState<AdminAction, LogSearch> }) {
  const { t } = useLingui()
  const { thing, by } = list.search
  const name = list.rows?.[0]?.by.name
  return (
    <>
      <Select
        id={showId}
        aria-label={t({ message: 'Show', comment: 'label of a list of kinds of things' })}
        value={thing ?? ''}
        maxWidth="20rem"
        none={t`Everything`}
        options={subjectKinds.map((value) => ({ value, label: t(subjectNames[value]) }))}
        onValue={(kind) => list.onFilter({ thing: kind || undefined, by })}
      />
      {by && (
        <Button
          size="sm"
          variant="outline"
          justifySelf="start"
          onClick={() => {
            document.getElementById(showId)?.focus()
            list.onFilter({ thing })
          }}
        >
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
      )}
    </>
  )
}

function Changes({ action }: { action: AdminAction }) {
  const { i18n } = useCatalog()
  const language = { locale: useLocale(), translate: i18n._.bind(i18n) }
  if (action.changes.length === 0) return null
  return (
    <Box as="ul" listStyleType="none" display="grid" gap="1">
      {action.changes.map(({ field, from, to }) => (
        <Text as="li" key={field} overflowWrap="anywhere">
          <Text as="span" color="fg.muted">
            {fieldName(action.thing.kind, field, language)}
            {colonIn(language.locale)}
          </Text>
          {from && (
            <>
              <VisuallyHidden>
                <Trans comment="before the old value of a field">from</Trans>{' '}
              </VisuallyHidden>
              <Text as="del" color="fg.muted">
                {fieldValue(field, from, language)}
              </Text>{' '}
            </>
          )}
          {to && (
            <>
              <VisuallyHidden>
                <Trans comment="before the new value of a field">to</Trans>{' '}
              </VisuallyHidden>
              <ins style={{ textDecoration: 'none' }}>{fieldValue(field, to, language)}</ins>
            </>
          )}
        </Text>
      ))}
    </Box>
  )
}
