import type { ActivityRow } from '@despatch/contract/administration/user-activity/activity'
import { ACT_TITLES, type ActKind } from '@despatch/domain/administration/user-activity/acts'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { addDays, startOfDay } from '@despatch/domain/calendar/day'
import { type RawBuilder, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { Visibility } from '@despatch/domain/administration/clients/visibility'
import type { Caller } from '../../http/authentication/open-session.ts'
import { visibleNames } from '../../http/shown-names.ts'

type AuditRow = {
  client_code: string
  audit_id: number
  at: Date
  user_id: number | null
  by_name: string
  act: string
  object: string
  before: unknown
  after: unknown
  request_id: string
}

/** The people to look for: their names or, if too many match, the beginning of the names in lower case. */
export type Actors = { names: readonly string[] } | { beginning: string }

export type ActivityFilter = {
  by?: Actors | undefined
  kind?: ActKind | undefined
  dateFrom?: string | undefined
  dateTo?: string | undefined
  record?: string | undefined
  /** Only rows older than this one. */
  older?: { client: string; id: number } | undefined
}

// With row-level security an index serves only plain columns: PostgreSQL evaluates an expression such as lower(by_name)
// only after it knows that the row is visible.
const NAME = sql`by_name collate "C"`
const ACT = sql`act collate "C"`
const NEWEST = sql`order by at desc, audit_id desc`
const ACTS = Object.keys(ACT_TITLES)

/**
 * A page of the audit of some clients ('' means no client), newest first, and whether more follow. Indexes give the
 * newest rows per client and per person, or else per act; the page is taken from these, and only its rows are read
 * whole.
 */
export async function activityPage(
  { transaction, caller }: { transaction: Transaction; caller: Caller },
  clients: readonly string[],
  filter: ActivityFilter,
  { page, limit }: { page: number; limit: number },
): Promise<{ activity: ActivityRow[]; hasMore: boolean }> {
  const offset = (page - 1) * limit
  const { by, kind } = filter
  const each =
    by && 'names' in by
      ? sql`cross join unnest(${by.names}::text[]) as doer (name)`
      : kind
        ? sql`cross join unnest(${ACTS.filter((act) => act.startsWith(`${kind}.`))}::text[]) as done (act)`
        : sql``
  const rows = await transaction.rows(
    sql<AuditRow>`
      select audit.client_code, audit.audit_id, audit.at, audit.user_id, audit.by_name, audit.act, audit.object,
        audit.before, audit.after, audit.request_id
      from (
        select found.client_code, found.audit_id, found.at
        from unnest(${clients}::text[]) as mine (client_code) ${each}
        cross join lateral (
          select client_code, audit_id, at from audit
          where client_code = mine.client_code ${matching(filter)}
          ${NEWEST} limit ${offset + limit + 1}
        ) found
        ${NEWEST} limit ${limit + 1} offset ${offset}
      ) chosen
      join audit using (client_code, audit_id)
      order by chosen.at desc, chosen.audit_id desc`.compile(db),
  )
  return { activity: rows.slice(0, limit).map((row) => presentRow(row, caller)), hasMore: rows.length > limit }
}

function matching({ by, kind, dateFrom, dateTo, record, older }: ActivityFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = []
  const isNamed = by && 'names' in by
  if (by)
    conditions.push(isNamed ? sql`and ${NAME} = doer.name` : sql`and starts_with(lower(by_name), ${by.beginning})`)
  if (kind) conditions.push(isNamed ? sql`and starts_with(act, ${`${kind}.`})` : sql`and ${ACT} = done.act`)
  if (dateFrom) conditions.push(sql`and at >= ${startOfDay(dateFrom)}`)
  if (dateTo) conditions.push(sql`and at < ${startOfDay(addDays(dateTo, 1))}`)
  if (older)
    conditions.push(
      sql`and (at, audit_id) < (select read.at, read.audit_id from audit read where read.client_code = ${older.client} and read.audit_id = ${older.id})`,
    )
  if (record) conditions.push(sql`and record <> '' and record = ${record}`)
  return sql.join(conditions, sql` `)
}

/**
 * Up to this many names are looked up one by one. With more matching names, the newest rows soon contain one of them.
 */
const MAX_NAMES = 20

/**
 * The people who did something for the clients, by name or, if nobody has that name, by its beginning. Names of users
 * match in any case; names of deleted users as typed or in lower case.
 */
export async function findActors(
  transaction: Transaction,
  clients: readonly string[],
  user: string,
  sees: Visibility,
): Promise<Actors> {
  const beginning = user.toLowerCase()
  const users = await transaction.rows(
    db
      .selectFrom('users')
      .select('username as name')
      .where(sql`lower(username)`, 'like', `${beginning.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)
      .orderBy(sql`length(username)`)
      .limit(MAX_NAMES + 1),
  )
  const actors =
    users.length > MAX_NAMES ? [] : await transaction.rows(namesOfActors(clients, [...new Set([user, beginning])]))
  const found = [...new Set([...users, ...actors].map(({ name }) => name))]
  if (!sees.staffNames) return { names: await visibleNames(transaction, found) }
  const names = found
  const exact = names.filter((name) => name.toLowerCase() === beginning)
  // Usernames are unique across all clients: do not reveal that a user of another client has this name.
  if (exact.length > 0 && (await transaction.row(hasActed(clients, exact)))) return { names: exact }
  return names.length > MAX_NAMES ? { beginning } : { names }
}

const hasActed = (clients: readonly string[], names: readonly string[]) =>
  sql<{ name: string }>`
    select doer.name
    from unnest(${clients}::text[]) as mine (client_code) cross join unnest(${names}::text[]) as doer (name)
    cross join lateral (
      select from audit where client_code = mine.client_code and ${NAME} = doer.name limit 1
    ) done
    limit 1`.compile(db)

/** The first names in the audit with these beginnings. Skips from name to name through the index of each client. */
function namesOfActors(clients: readonly string[], beginnings: readonly string[]) {
  // U+10FFFF sorts after every text with this beginning.
  const next = (from: RawBuilder<unknown>) => sql`(
    select ${NAME} from audit
    where client_code = mine.client_code and ${from} and ${NAME} < beginning.text || U&'\\+10FFFF'
    order by client_code, ${NAME} limit 1
  )`
  return sql<{ name: string }>`
    select distinct found.name
    from unnest(${clients}::text[]) as mine (client_code)
    cross join unnest(${beginnings}::text[]) as beginning (text)
    cross join lateral (
      with recursive names (name) as (
        select ${next(sql`${NAME} >= beginning.text`)}
        union all
        select ${next(sql`${NAME} > names.name`)} from names where names.name is not null
      )
      select name from names where name is not null limit ${MAX_NAMES + 1}
    ) found limit ${MAX_NAMES + 1}`.compile(db)
}

function presentRow(row: AuditRow, { ownClients }: Caller): ActivityRow {
  const { before, after } = visibleStates({ before: asRecord(row.before), after: asRecord(row.after) }, ownClients)
  return {
    id: String(row.audit_id),
    at: row.at.toISOString(),
    user: row.user_id === null ? null : String(row.user_id),
    by: row.by_name,
    client: row.client_code,
    act: row.act,
    object: row.object,
    before,
    after,
    requestId: row.request_id,
  }
}

/** The recorded state of a record, by field. */
function asRecord(value: unknown): ActivityRow['before'] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as ActivityRow['before']) : null
}

type States = Pick<ActivityRow, 'before' | 'after'>

/**
 * Hides other clients from client users: removes the codes of clients that are not theirs, which a user of theirs may
 * belong to as well, and drops a change of the clients if it only concerns those.
 */
function visibleStates(states: States, ownClients: readonly string[] | undefined): States {
  if (!ownClients) return states
  const [before, after] = [
    withoutOtherClients(states.before, ownClients),
    withoutOtherClients(states.after, ownClients),
  ]
  if (!before || !after || JSON.stringify(before['client']) !== JSON.stringify(after['client']))
    return { before, after }
  const { client: _was, ...restBefore } = before
  const { client: _is, ...restAfter } = after
  return { before: restBefore, after: restAfter }
}

function withoutOtherClients(state: States['before'], ownClients: readonly string[]): States['before'] {
  const client = state?.['client']
  const isSeen = (code: unknown) => code === ALL_CLIENTS || ownClients.includes(code as string)
  if (Array.isArray(client)) return { ...state, client: client.filter(isSeen) }
  return typeof client === 'string' && !isSeen(client) ? { ...state, client: '' } : state
}
