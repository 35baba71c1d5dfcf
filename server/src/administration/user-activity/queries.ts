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

/** The names of those who did something; or, in small letters, what all of their many names begin with. */
export type Doers = { names: readonly string[] } | { beginning: string }

export type ActivityFilter = {
  by?: Doers | undefined
  kind?: ActKind | undefined
  dateFrom?: string | undefined
  dateTo?: string | undefined
  record?: string | undefined
  /** Only what is older than this row. */
  older?: { client: string; id: number } | undefined
}

// Row-level security lets an index serve plain columns alone: an expression like lower(by_name) is worked out only for
// rows that are known to be the caller's.
const NAME = sql`by_name collate "C"`
const ACT = sql`act collate "C"`
const NEWEST = sql`order by at desc, audit_id desc`
const ACTS = Object.keys(ACT_TITLES)

/**
 * A page of what was done for clients ('' is what is no client's), newest first, and whether there is more. An index gives
 * the newest rows of each client, of each doer or else of each act; of these the page is taken, and only then are the rows read whole.
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

/** So many names are looked up one by one; where more begin so, one of them is soon met among the newest rows. */
const MAX_NAMES = 20

/**
 * Who did something for the clients, by their name or, where nobody has that name, by its beginning: of users in any case
 * of letters, of those who are no more as typed or in small letters.
 */
export async function doersOf(
  transaction: Transaction,
  clients: readonly string[],
  user: string,
  sees: Visibility,
): Promise<Doers> {
  const beginning = user.toLowerCase()
  const users = await transaction.rows(
    db
      .selectFrom('users')
      .select('username as name')
      .where(sql`lower(username)`, 'like', `${beginning.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)
      .orderBy(sql`length(username)`)
      .limit(MAX_NAMES + 1),
  )
  const doers =
    users.length > MAX_NAMES ? [] : await transaction.rows(namesOfDoers(clients, [...new Set([user, beginning])]))
  const found = [...new Set([...users, ...doers].map(({ name }) => name))]
  if (!sees.staffNames) return { names: await visibleNames(transaction, found) }
  const names = found
  const exact = names.filter((name) => name.toLowerCase() === beginning)
  // Names are one set for all clients: of someone who did nothing for these, not even that there is one may show.
  if (exact.length > 0 && (await transaction.row(anythingBy(clients, exact)))) return { names: exact }
  return names.length > MAX_NAMES ? { beginning } : { names }
}

const anythingBy = (clients: readonly string[], names: readonly string[]) =>
  sql<{ name: string }>`
    select doer.name
    from unnest(${clients}::text[]) as mine (client_code) cross join unnest(${names}::text[]) as doer (name)
    cross join lateral (
      select from audit where client_code = mine.client_code and ${NAME} = doer.name limit 1
    ) done
    limit 1`.compile(db)

/** The first names of the audit that begin so, leaping from name to name through the index of each client. */
function namesOfDoers(clients: readonly string[], beginnings: readonly string[]) {
  // U+10FFFF comes after all that may follow.
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
  const { before, after } = statesSeen({ before: asState(row.before), after: asState(row.after) }, ownClients)
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

/** What was kept of a record, by field. */
function asState(kept: unknown): ActivityRow['before'] {
  return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? (kept as ActivityRow['before']) : null
}

type States = Pick<ActivityRow, 'before' | 'after'>

/**
 * The states of a record as they may be shown: to a client user without the codes of clients that are not theirs, to
 * which a user of theirs may belong as well, and without a change that is about those alone.
 */
function statesSeen(states: States, ownClients: readonly string[] | undefined): States {
  if (!ownClients) return states
  const [before, after] = [withoutOthers(states.before, ownClients), withoutOthers(states.after, ownClients)]
  if (!before || !after || JSON.stringify(before['client']) !== JSON.stringify(after['client']))
    return { before, after }
  const { client: _was, ...restBefore } = before
  const { client: _is, ...restAfter } = after
  return { before: restBefore, after: restAfter }
}

function withoutOthers(state: States['before'], ownClients: readonly string[]): States['before'] {
  const client = state?.['client']
  const isSeen = (code: unknown) => code === ALL_CLIENTS || ownClients.includes(code as string)
  if (Array.isArray(client)) return { ...state, client: client.filter(isSeen) }
  return typeof client === 'string' && !isSeen(client) ? { ...state, client: '' } : state
}
