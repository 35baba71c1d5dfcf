import { DATA_ADDED, DATA_DELETED, DATA_UPDATED } from '@despatch/domain/feedback/messages'
import { changedFields } from '@despatch/domain/administration/user-activity/acts'
import { sql } from 'kysely'
import { audit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { canonicalCarrierCode } from '../import/carrier-of-layout.ts'
import { openScope, refuseClientUsers } from '../scope.ts'
import { noteTerms } from './note-terms.ts'
import type { TermsOf } from './agreements.ts'

const TABLES = {
  tolerance: { table: 'invoice_tolerances', id: 'tolerance_id', title: 'Tolerance' },
  agreed: { table: 'invoice_agreed', id: 'agreed_id', title: 'Agreed charge' },
  divisor: { table: 'invoice_divisors', id: 'divisor_id', title: 'Volumetric divisor' },
  zone: { table: 'invoice_zones', id: 'zone_id', title: 'Zone' },
  rate: { table: 'invoice_rates', id: 'rate_id', title: 'Rate of exchange' },
  'service name': { table: 'invoice_service_names', id: 'service_name_id', title: 'Name of a service' },
  account: { table: 'invoice_accounts', id: 'account_id', title: 'Clients of an account' },
  disputes: { table: 'invoice_dispute_terms', id: 'terms_id', title: 'Dispute terms' },
  'ledger account': { table: 'invoice_ledger_accounts', id: 'ledger_account_id', title: 'Ledger account' },
} as const
type Kind = keyof typeof TABLES & keyof TermsOf

export type StoredAgreement<Of extends Kind = Kind> = {
  id: number
  carrier: string
  for_client: string
  terms: TermsOf[Of]
  version: number
  changed_at: Date
  changed_by: string
}
type AgreementInput<Of extends Kind> = {
  id?: string | undefined
  carrier: string
  client: string
  terms: TermsOf[Of]
  version?: number | undefined
}

const columnsOf = (kind: Kind) =>
  sql`${sql.ref(TABLES[kind].id)} as id, carrier, for_client, terms, version, changed_at, changed_by`
const titleOf = (kind: Kind, { carrier, client }: Pick<AgreementInput<Kind>, 'carrier' | 'client'>) =>
  `${TABLES[kind].title}${carrier ? ` of ${carrier}` : ''}${client ? ` for ${client}` : ''}`

export async function listAgreements<Of extends Kind>(context: Context, kind: Of): Promise<StoredAgreement<Of>[]> {
  await openAsOperator(context)
  return context.transaction.rows(
    sql<StoredAgreement<Of>>`select ${columnsOf(kind)} from ${sql.table(TABLES[kind].table)}
      order by carrier, for_client, id`.compile(db),
  )
}

/**
 * Adds or changes an agreement; its carrier is stored in the spelling of rule books and layouts.
 *
 * @throws AppError 404 if there is no such agreement, 409 for another version or a duplicate
 */
export async function saveAgreement<Of extends Kind>(context: Context, kind: Of, input: AgreementInput<Of>) {
  await openAsOperator(context, input.client)
  const wanted = { ...input, carrier: await canonicalCarrierCode(context.transaction, input.carrier) }
  const table = sql.table(TABLES[kind].table)
  const isMeant = selectTarget(kind, wanted)
  const current = await context.transaction.row(
    sql<StoredAgreement<Of>>`select ${columnsOf(kind)} from ${table} where ${isMeant} for update`.compile(db),
  )
  if (wanted.id !== undefined && !current) throw noneSuch()
  if (wanted.version !== undefined && wanted.version !== (current?.version ?? 0))
    throw new AppError('version_conflict', 'Someone else changed this. Reload, then change it.')
  const now = await momentOf(context, kind)
  if (current) await storeEarlierTerms(context, kind, current, now)
  const terms = JSON.stringify(wanted.terms)
  const { caller } = context
  const saved = await context.transaction
    .writeRow(
      current
        ? sql<{
            id: number
            version: number
          }>`update ${table} set carrier = ${wanted.carrier}, for_client = ${wanted.client},
          terms = ${terms}::jsonb, version = version + 1, changed_at = ${now}, changed_by = ${caller.username}
          where ${isMeant} returning ${sql.ref(TABLES[kind].id)} as id, version`.compile(db)
        : sql<{ id: number; version: number }>`insert into ${table} (carrier, for_client, terms, changed_at, changed_by)
          select ${wanted.carrier}, ${wanted.client}, ${terms}::jsonb, ${now}, ${caller.username} where not exists (
            select from ${table} where carrier = ${wanted.carrier} and for_client = ${wanted.client} and terms = ${terms}::jsonb
          ) on conflict do nothing
          returning ${sql.ref(TABLES[kind].id)} as id, version`.compile(db),
    )
    .catch((error: Error & { code?: string }) => {
      if (error.code !== '23505') throw error
      throw new AppError('version_conflict', 'This already exists. Change the existing one.')
    })
  // The call was repeated after a lost answer, or another user added it at the same time.
  if (!saved) throw new AppError('version_conflict', 'An identical entry already exists. Nothing was added.')
  if (current) await noteDays(context.transaction, kind, current)
  await noteDays(context.transaction, kind, { carrier: wanted.carrier, for_client: wanted.client, terms: wanted.terms })
  await audit(context, {
    clientCode: null,
    act: 'invoice.agreement-set',
    object: titleOf(kind, wanted),
    ...(current ? changedFields(current.terms, wanted.terms) : { after: wanted.terms }),
  })
  return {
    code: 200 as const,
    message: current ? DATA_UPDATED : DATA_ADDED,
    id: String(saved.id),
    version: saved.version,
  }
}

/** Some kinds have a single agreement for each subject: it is set, not added. */
function selectTarget<Of extends Kind>(kind: Of, { id, carrier, client, terms }: AgreementInput<Of>) {
  if (kind === 'tolerance' || kind === 'disputes') return sql`carrier = ${carrier} and for_client = ${client}`
  if (kind === 'ledger account' && 'account' in terms && 'category' in terms)
    return sql`for_client = ${client} and terms ->> 'account' = ${terms.account} and terms ->> 'category' = ${terms.category}`
  return sql`${sql.ref(TABLES[kind].id)} = ${id ?? 0}::bigint`
}

export async function removeAgreement(context: Context, kind: Kind, id: string) {
  await openAsOperator(context)
  const now = await momentOf(context, kind)
  const gone = await context.transaction.writeRow(
    sql<StoredAgreement>`delete from ${sql.table(TABLES[kind].table)} where ${sql.ref(TABLES[kind].id)} = ${id}::bigint
      returning ${columnsOf(kind)}`.compile(db),
  )
  if (!gone) throw noneSuch()
  await storeEarlierTerms(context, kind, gone, now)
  await noteDays(context.transaction, kind, gone)
  await audit(context, {
    clientCode: null,
    act: 'invoice.agreement-deleted',
    object: titleOf(kind, { carrier: gone.carrier, client: gone.for_client }),
    before: gone.terms,
  })
  return { code: 200 as const, message: DATA_DELETED }
}

/** Whether decisions of allocation count agreements of a kind. */
const isTerms = (kind: Kind) => kind === 'agreed' || kind === 'divisor' || kind === 'zone'

/** The moment of a change: for terms, after every decision that was made without it. It then locks all terms. */
async function momentOf({ transaction, now }: Context, kind: Kind): Promise<Date> {
  if (!isTerms(kind)) return now
  const row = await transaction.writeRow(sql<{ moment: Date }>`select next_terms_moment(${now}) as moment`.compile(db))
  return row?.moment ?? now
}

/** Stores the earlier terms of an agreement, for amounts owed as of an earlier day. */
async function storeEarlierTerms({ transaction }: Context, kind: Kind, was: StoredAgreement, now: Date): Promise<void> {
  if (!isTerms(kind)) return
  await transaction.write(
    db.insertInto('invoice_agreements_before').values({
      kind,
      agreement_id: was.id,
      version: was.version,
      carrier: was.carrier,
      for_client: was.for_client,
      terms: JSON.stringify(was.terms),
      entered_at: was.changed_at,
      entered_by: was.changed_by,
      ended_at: now,
    }),
  )
}

/**
 * Accruals depend on charges, zones, divisors and rates: marks them for recalculation from the first day on which the
 * terms apply.
 */
async function noteDays(
  transaction: Transaction,
  kind: Kind,
  { carrier, for_client: client, terms }: Pick<StoredAgreement, 'carrier' | 'for_client' | 'terms'>,
): Promise<void> {
  if ((kind === 'agreed' || kind === 'divisor' || kind === 'zone') && 'from' in terms)
    await noteTerms(transaction, { carrier, client, from: terms.from })
  if (kind === 'rate' && 'day' in terms) await noteTerms(transaction, { carrier: '', client: '', from: terms.day })
}

async function openAsOperator(context: Context, client?: string): Promise<void> {
  refuseClientUsers(context.caller)
  await openScope(context, client)
}

const noneSuch = () => new AppError('not_found', 'This entry has been deleted. Reload the list.')
