import { type SqlBool, sql } from 'kysely'
import { v7 } from 'uuid'
import * as log from '../../contract/admin-log.ts'
import { normaliseText, searchTerms } from '../../contract/catalogue-query.ts'
import { namesOf } from '../../contract/fields.ts'
import { inputFields } from '../../contract/fishes.ts'
import { limits } from '../../contract/limits.ts'
import { locales } from '../../contract/locales.ts'
import { LotInput } from '../../contract/lots.ts'
import { legalPages } from '../../contract/shop.ts'
import { settingNames } from '../../contract/shop-input.ts'
import { type Db, isoNow } from '../db/database.ts'
import type { AdminActionRow } from '../db/row-types.ts'
import { allOf, listRows, searchConditions, tableList } from '../http/lists.ts'
import { answerList, type Handler } from '../http/pipeline.ts'
import type { ServiceDeps } from '../service-deps.ts'

// the table has every kind of action
const subjectOf = Object.fromEntries(
  log.subjectKinds.flatMap((subject) => log.actionKinds[subject].map((kind) => [kind, subject])),
) as Record<log.ActionKind, log.SubjectKind>

const inEachLanguage = (name: string) => locales.map((locale) => `${name}.${locale}`)

/** Fields whose old and new values appear in the log. */
const loggedFields: Record<log.SubjectKind, readonly string[]> = {
  product: [
    ...[...inputFields, 'image', 'images', 'certificateFiles'],
    // row counts of an imported spreadsheet
    ...['new', 'changed', 'unchanged'],
  ],
  lot: [...namesOf(LotInput), 'files'],
  settings: [
    // a text has one value for each language
    ...[...settingNames, ...legalPages].flatMap((name) => [name, ...inEachLanguage(name)]),
    // its approval number has the name of a setting
    ...['legalName', 'taxNumber', 'registrationNumber'],
    ...['bank.holder', 'bank.bank', 'bank.account', 'bank.bic'],
  ],
  user: ['name', 'email', 'isAdmin', 'rights'],
  key: ['rights', 'readOnly', 'until'],
  order: ['buyer', 'state'],
  review: ['author', 'rating', 'comment'],
  subscriber: [],
  message: ['isRead', 'isAnswered'],
  // never the path, which may have a token
  webhook: ['host', 'events', 'active'],
}

interface Action {
  /** with the current name */
  by: { id: string; name: string }
  kind: log.ActionKind
  thing: { id: string; name: string }
  /** what it was and is; without `before` it is new, without `after` it is deleted */
  before?: object | undefined
  after?: object | undefined
}

/** Characters shown before the first difference of two long texts. */
const lead = 20

/** Start of the part of two long texts that the log shows, so that it includes their first difference. */
function startOf(from: string, to: string): number {
  if (Math.max(from.length, to.length) <= limits.loggedText) return 0
  const letters = [...from]
  let at = 0
  for (const letter of letters) {
    if (to.slice(at, at + letter.length) !== letter) break
    at += letter.length
  }
  return at < limits.loggedText - lead ? 0 : at - lead
}

function cut(text: string, start: number): string {
  const part = text.slice(start, start + limits.loggedText)
  const isCut = start + part.length < text.length
  return `${start > 0 && part !== '' ? '…' : ''}${part}${isCut ? '…' : ''}`.replace(/\p{Cs}/gu, '')
}

/** An entry of a list: its name, its values, or itself. */
function entryText(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return String(entry)
  return String(Reflect.get(entry, 'name') ?? Object.values(entry).join(' '))
}

function textAt(thing: unknown, path: string): string {
  const value = path.split('.').reduce((inner, name) => Reflect.get(Object(inner), name), thing)
  if (Array.isArray(value)) return value.map(entryText).join(', ')
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : ''
}

/** The fields that differ; without `before` the thing is new, without `after` deleted. `loggedFields` have no passwords, tokens or hashes. */
const changesOf = (kind: log.SubjectKind, before: object | undefined, after: object | undefined): log.FieldChange[] =>
  loggedFields[kind].flatMap((field) => {
    const [from, to] = [textAt(before, field), textAt(after, field)]
    const start = startOf(from, to)
    return from === to ? [] : [{ field, from: cut(from, start), to: cut(to, start) }]
  })

/** Records actions of an administrator. Call it in the transaction of the change. */
export async function audit(deps: ServiceDeps, tx: Db, ...actions: Action[]): Promise<void> {
  if (actions.length === 0) return
  const at = isoNow(deps.clock)
  const rows = actions.map(({ by, kind, thing, before, after }) => ({
    id: v7(),
    at,
    kind,
    actor_id: by.id,
    actor_name: by.name,
    thing: subjectOf[kind],
    thing_id: thing.id,
    thing_name: cut(thing.name, 0),
    changes: JSON.stringify(changesOf(subjectOf[kind], before, after)),
    search: normaliseText(`${by.name}\n${cut(thing.name, 0)}`),
  }))
  await tx.query.insertInto('admin_action').values(rows).execute()
}

/** Records an action if it has changed anything. */
export async function recordChange(
  deps: ServiceDeps,
  tx: Db,
  action: Action & Required<Pick<Action, 'before' | 'after'>>,
): Promise<void> {
  if (changesOf(subjectOf[action.kind], action.before, action.after).length > 0) await audit(deps, tx, action)
}

const toAction = (row: AdminActionRow): log.AdminAction => ({
  _id: row.id,
  at: row.at,
  // only this file writes these columns
  kind: row.kind as log.ActionKind,
  by: { _id: row.actor_id, name: row.actor_name },
  thing: { kind: row.thing as log.SubjectKind, _id: row.thing_id, name: row.thing_name },
  changes: JSON.parse(row.changes) as log.FieldChange[],
})

/** Actions of administrators, newest first. A keyword searches the names of the administrator and of the thing. */
export const listAdminActions: Handler<'listAdminActions'> = async ({ db }, { query }) => {
  const condition = allOf([
    ...(query.by === undefined ? [] : [sql<SqlBool>`actor_id = ${query.by.toLowerCase()}`]),
    ...(query.thing === undefined ? [] : [sql<SqlBool>`thing = ${query.thing}`]),
    ...searchConditions(searchTerms(query.keyword ?? '')),
  ])
  const source = tableList(db, 'admin_action', { by: ['at desc', 'id desc'], condition })
  return answerList('/api/admin/log/', query, await listRows(query, source, toAction))
}
