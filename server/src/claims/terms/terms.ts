import { TERMS_OPERATOR_ONLY } from '@despatch/contract/claims/claim-terms'
import type { claims as routes } from '@despatch/contract/claims/claims'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { type ClaimRules, findGaps, findOverlap, termsDays } from '@despatch/domain/claims/claim-terms'
import { costOfText, costText } from '@despatch/domain/routing/allocation/units'
import { sql } from 'kysely'
import { audit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { Context } from '../../http/context.ts'
import { seeEveryClient } from '../../administration/clients/queries.ts'
import { refuseExcessDecimals } from '../../process/refuse-excess-decimals.ts'
import { AppError } from '../../process/app-error.ts'
import { readTermsRows, termsOf } from './load-terms.ts'

/** The author of the terms in a new database; no user has this name. */
const SHIPPED_BY = 'Despatch'

type Input = RouteChecked<typeof routes.saveTerms>['body']

/** Lists all claim terms, days that they do not cover, and carriers without any. */
export async function listTerms({ transaction, caller }: Context): Promise<RouteAnswer<typeof routes.terms>> {
  const rows = await readTermsRows(transaction)
  const bySpan = Map.groupBy(rows.map(termsOf), ({ carrier, service }) => `${carrier} ${service.toLowerCase()}`)
  return {
    terms: rows.map((row) => {
      const { mostPerParcel, mostPerKg, ...rules } = termsOf(row).rules
      return {
        termsID: String(row.terms_id),
        carrierCode: row.carrier,
        service: row.service,
        from: row.from_day,
        to: row.to_day ?? '',
        source: row.source,
        ...rules,
        evidence: [...rules.evidence],
        mostPerParcel: mostPerParcel === null ? '' : costText(mostPerParcel),
        mostPerKg: mostPerKg === null ? '' : costText(mostPerKg),
        isChecked: row.changed_by !== SHIPPED_BY,
        version: row.version,
        changedAt: row.changed_at.toISOString(),
        changedBy: row.changed_by,
      }
    }),
    gaps: [...bySpan.values()].flatMap((some) =>
      findGaps(some).map((gap) => ({ carrierCode: some[0]?.carrier ?? '', service: some[0]?.service ?? '', ...gap })),
    ),
    without: caller.isInternal ? await carriersWithout(transaction) : [],
  }
}

async function carriersWithout(transaction: Transaction): Promise<string[]> {
  await seeEveryClient(transaction)
  const rows = await transaction.rows(
    sql<{ carrier: string }>`select distinct carrier from claim_candidates where why = 'no terms' order by 1`.compile(
      db,
    ),
  )
  return rows.map(({ carrier }) => carrier)
}

/**
 * Adds or changes terms, and has the carrier's parcels judged again.
 *
 * @throws AppError 403 for client users, 404 for unknown terms, 409 if someone changed them first, 422 if two would
 *   apply on the same day
 */
export async function saveTerms(
  context: Context,
  { body }: RouteChecked<typeof routes.saveTerms>,
): Promise<RouteAnswer<typeof routes.saveTerms>> {
  refuseClientUsers(context)
  const { transaction, caller, now } = context
  await lockTerms(transaction)
  const rows = await readTermsRows(transaction)
  const present =
    body.termsID === undefined ? undefined : rows.find(({ terms_id }) => String(terms_id) === body.termsID)
  if (body.termsID !== undefined && !present) throw noSuchTerms()
  if (present && body.version !== present.version)
    throw new AppError('version_conflict', 'Someone else changed these terms. Reload them.')
  const placed = { carrier: body.carrierCode, service: body.service, from: body.from, to: body.to || null }
  const others = rows.filter((row) => row !== present).map(termsOf)
  const other = findOverlap(placed, others)
  if (other)
    throw new AppError('unprocessable', `${body.carrierCode} already has terms ${termsDays(other)}. End those first.`)
  refuseExcessDecimals('mostPerParcel', body.mostPerParcel, body.limitCurrency)
  const values = {
    carrier: placed.carrier,
    service: placed.service,
    from_day: placed.from,
    to_day: placed.to,
    source: body.source,
    rules: JSON.stringify(rulesOf(body)),
    changed_at: now,
    changed_by: caller.username,
  }
  const saved = await transaction.writeRow(
    present
      ? db
          .updateTable('claim_terms')
          .set({ ...values, version: present.version + 1 })
          .where('terms_id', '=', present.terms_id)
          .returning(['terms_id', 'version'])
      : db.insertInto('claim_terms').values(values).returning(['terms_id', 'version']),
  )
  await judgeAgain(transaction, [placed.carrier, ...(present ? [present.carrier] : [])])
  await audit(context, {
    clientCode: null,
    act: 'claim.terms-set',
    object: [placed.carrier, placed.service].filter(Boolean).join(' '),
    after: { ...placed, source: body.source },
  })
  const gap = findGaps([...others.filter((one) => isSame(one, placed)), placed])[0]
  return {
    message: gap ? `Saved. No terms cover ${termsDays(gap).replace(/^from /, '')}.` : 'Data updated successfully.',
    id: String(saved?.terms_id),
    version: saved?.version ?? 1,
  }
}

type Placed = { readonly carrier: string; readonly service: string }
const isSame = (one: Placed, other: Placed) =>
  one.carrier === other.carrier && one.service.toLowerCase() === other.service.toLowerCase()

function rulesOf(body: Input): ClaimRules {
  const limit = (text: string) => (text === '' ? null : costOfText(text))
  return {
    lostAfterDays: body.lostAfterDays,
    lostWithinDays: body.lostWithinDays,
    damagedWithinDays: body.damagedWithinDays,
    lateAfterDays: body.lateAfterDays,
    lateWithinDays: body.lateWithinDays,
    mostPerParcel: limit(body.mostPerParcel),
    mostPerKg: limit(body.mostPerKg),
    limitCurrency: body.limitCurrency,
    basis: body.basis,
    costPercent: body.costPercent,
    isCarriagePaid: body.isCarriagePaid,
    evidence: body.evidence,
    email: body.email,
    address: body.address,
    form: body.form,
  }
}

/** Deletes terms. Throws an AppError: 403 for client users, 404 for unknown terms. */
export async function removeTerms(
  context: Context,
  { query: { id } }: RouteChecked<typeof routes.removeTerms>,
): Promise<RouteAnswer<typeof routes.removeTerms>> {
  refuseClientUsers(context)
  const { transaction } = context
  await lockTerms(transaction)
  const gone = await transaction.writeRow(
    db.deleteFrom('claim_terms').where('terms_id', '=', Number(id)).returning(['carrier', 'service']),
  )
  if (!gone) throw noSuchTerms()
  await judgeAgain(transaction, [gone.carrier])
  await audit(context, {
    clientCode: null,
    act: 'claim.terms-deleted',
    object: `${gone.carrier} ${gone.service}`.trim(),
  })
  return { message: 'Data deleted successfully.' }
}

const noSuchTerms = () => new AppError('not_found', 'Claim terms not found. They may have been deleted.')

/** Locks terms, so that two concurrent changes see each other. */
const lockTerms = (transaction: Transaction) =>
  transaction.rows(sql`select pg_advisory_xact_lock(hashtextextended('claim terms', 0))`.compile(db))

/** Marks a carrier's parcels to be judged again by the job. */
async function judgeAgain(transaction: Transaction, carriers: readonly string[]): Promise<void> {
  await seeEveryClient(transaction)
  await transaction.write(
    sql`update claim_candidates set judged_at = '-infinity'
      where claim_id is null and carrier = any (${carriers}::text[])`.compile(db),
  )
}

function refuseClientUsers({ caller }: Pick<Context, 'caller'>): void {
  if (!caller.isInternal) throw new AppError('unauthorized_access', TERMS_OPERATOR_ONLY)
}
