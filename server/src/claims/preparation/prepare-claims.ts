import type { claims as routes } from '@despatch/contract/claims/claims'
import { MAX_PREPARED } from '@despatch/contract/claims/claims'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { dayOf } from '@despatch/domain/calendar/day'
import { claimNumber, submissionNumber } from '@despatch/domain/claims/claim'
import { whyNotText } from '@despatch/domain/claims/what-can-be-claimed'
import { trackingNumbersToFind } from '@despatch/domain/deliveries/parcels/tracking-number'
import { formatCount } from '@despatch/domain/money/money'
import { sql } from 'kysely'
import { audit, skipAudit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import type { ParcelKey } from '../judging/claim-facts.ts'
import { judgeParcels, type JudgedParcel } from '../judging/judge-parcels.ts'
import { loadTerms } from '../terms/load-terms.ts'
import { claimableRows } from '../search/claimable-rows.ts'
import { noSuchParcel } from './refusals.ts'

type Answer = RouteAnswer<typeof routes.prepare>
type Input = RouteChecked<typeof routes.prepare>
type Receipt = Answer['receipts'][number]
type Claimed = JudgedParcel & { readonly verdict: Extract<JudgedParcel['verdict'], { can: true }> }
type Prepared = { claim_id: number; client_code: string; tracking_number: string }

/** Parcels judged and written at a time, so that they do not block the event loop for long. */
const BATCH_SIZE = 500

/**
 * Prepares claims for the parcels that can be claimed, as one submission for each carrier. The others have a receipt
 * that says why not.
 *
 * @throws AppError 404 if a named parcel does not belong to the call's clients, 422 if the only one cannot be claimed
 */
export async function prepareClaims(context: Context, { body }: Input): Promise<Answer> {
  const { transaction, now } = context
  const { keys, missing } = await keysOf(context, body)
  for (const client of [...new Set(keys.map(({ client_code }) => client_code))].toSorted())
    await transaction.rows(sql`select hold_claims(${client})`.compile(db))
  const terms = await loadTerms(transaction)
  const submissions = new Map<string, { no: number; carrierName: string; claims: number }>()
  const receipts: Receipt[] = missing
  for (let from = 0; from < keys.length; from += BATCH_SIZE) {
    const judged = await judgeParcels(transaction, keys.slice(from, from + BATCH_SIZE), now, terms)
    const can = judged.filter((one): one is Claimed => one.verdict.can)
    for (const { parcel } of can)
      if (!submissions.has(parcel.carrier))
        submissions.set(parcel.carrier, {
          no: await nextNumber(transaction),
          carrierName: parcel.carrierName,
          claims: 0,
        })
    const written = await writeClaims(context, can, (carrier) => submissions.get(carrier)?.no ?? 0)
    receipts.push(...judged.map((one) => receiptOf(one, written, submissions)))
  }
  const done = receipts.filter(({ isDone }) => isDone).length
  const [only] = receipts
  if (only && receipts.length === 1 && !only.isDone) throw new AppError('unprocessable', only.message)
  const made = [...submissions.values()].filter(({ claims }) => claims > 0)
  const numbers = made.map(({ no }) => submissionNumber(no))
  if (done === 0) skipAudit(context)
  else
    await audit(context, {
      clientCode: null,
      act: 'claim.prepared',
      object: numbers.join(', '),
      after: {
        claims: done,
        firstParcels: receipts
          .filter(({ isDone }) => isDone)
          .slice(0, 20)
          .map(({ trackingNumber }) => trackingNumber),
      },
    })
  return {
    message: messageOf(done, receipts.length, numbers),
    done,
    submissions: made.map(({ no, carrierName, claims }) => ({ number: submissionNumber(no), carrierName, claims })),
    receipts,
  }
}

async function keysOf({ transaction, clients, now }: Context, { parcels, all }: Input['body']) {
  if (!parcels) {
    const rows = await transaction.rows(
      claimableRows(clients, { ...all, today: dayOf(now) }, { limit: MAX_PREPARED, offset: 0 }).compile(db),
    )
    if (rows.length === 0) throw new AppError('unprocessable', 'There is nothing to claim.')
    return { keys: rows.map(({ client_code, tracking_number }) => ({ client_code, tracking_number })), missing: [] }
  }
  const named = parcels.map(({ clientCode, trackingNumber }) => ({
    clientCode,
    trackingNumber,
    numbers: clients.includes(clientCode) ? trackingNumbersToFind(trackingNumber) : [],
  }))
  const pairs = named.flatMap(({ clientCode, numbers }) => numbers.map((number) => [clientCode, number] as const))
  const found = await transaction.rows(
    sql<ParcelKey>`
      select p.client_code, p.tracking_number from unnest(${pairs.map(([client]) => client)}::text[],
        ${pairs.map(([, number]) => number)}::text[]) as n (client_code, tracking_number)
      cross join lateral (
        select client_code, tracking_number from parcels
        where client_code = n.client_code and tracking_number = n.tracking_number offset 0
      ) p group by 1, 2 order by 1, 2`.compile(db),
  )
  const known = new Set(found.map(keyOf))
  const lost = named.filter(
    ({ clientCode, numbers }) =>
      !numbers.some((number) => known.has(keyOf({ client_code: clientCode, tracking_number: number }))),
  )
  const [first] = lost
  if (first && named.length === 1) throw noSuchParcel(first.trackingNumber)
  return {
    keys: found,
    missing: lost.map(({ clientCode, trackingNumber }) => ({
      ...REFUSED,
      clientCode,
      trackingNumber,
      message: noSuchParcel(trackingNumber).message,
    })),
  }
}

const keyOf = ({ client_code, tracking_number }: ParcelKey) => `${client_code} ${tracking_number}`
const REFUSED = { isDone: false, claimID: '', number: '' } as const

async function nextNumber(transaction: Transaction): Promise<number> {
  const row = await transaction.writeRow(
    sql<{ no: number }>`select nextval('claim_submission_numbers') as no`.compile(db),
  )
  return row?.no ?? 0
}

/** Writes claims in the order of their parcels, except for parcels claimed meanwhile. */
async function writeClaims(
  { transaction, caller, now }: Context,
  claims: readonly Claimed[],
  submissionOf: (carrier: string) => number,
): Promise<Map<string, number>> {
  if (claims.length === 0) return new Map()
  const column = <Value>(of: (one: Claimed) => Value) => claims.map(of)
  const office = ({ terms }: Claimed) => {
    const { email = '', address = '', form = '' } = terms?.rules ?? {}
    return JSON.stringify({ email, address, form })
  }
  const rows = await transaction.write(
    sql<Prepared>`
      with added as (
        insert into claims (client_code, tracking_number, carrier, carrier_name, carrier_service, order_number, cause,
          despatched_on, deadline, currency, goods, carriage, claimed, submission_no, evidence, office, prepared_at, prepared_by)
        select n.client_code, n.tracking_number, n.carrier, n.carrier_name, n.service, n.order_number, n.cause, n.despatched_on,
          n.deadline, n.currency, n.goods, n.carriage, n.goods + n.carriage, n.submission_no, n.evidence::jsonb, n.office::jsonb,
          ${now}, ${caller.username}
        from unnest(${column(({ parcel }) => parcel.client)}::text[], ${column(({ parcel }) => parcel.trackingNumber)}::text[],
          ${column(({ parcel }) => parcel.carrier)}::text[], ${column(({ parcel }) => parcel.carrierName)}::text[],
          ${column(({ parcel }) => parcel.carrierService)}::text[], ${column(({ parcel }) => parcel.orderNumber)}::text[],
          ${column(({ verdict }) => verdict.cause)}::text[], ${column(({ parcel }) => parcel.despatchedOn)}::date[],
          ${column(({ verdict }) => verdict.until)}::date[], ${column(({ parcel }) => parcel.currency)}::text[],
          ${column(({ verdict }) => verdict.goods)}::bigint[], ${column(({ verdict }) => verdict.carriage)}::bigint[],
          ${column(({ parcel }) => submissionOf(parcel.carrier))}::bigint[],
          ${column(({ terms }) => JSON.stringify(terms?.rules.evidence ?? []))}::text[], ${column(office)}::text[])
          as n (client_code, tracking_number, carrier, carrier_name, service, order_number, cause, despatched_on, deadline,
            currency, goods, carriage, submission_no, evidence, office)
        order by n.client_code, n.tracking_number
        on conflict do nothing
        returning client_code, claim_id, tracking_number, claimed, cause
      ), told as (
        insert into claim_events (client_code, claim_id, at, by_name, what, text, amount)
        select client_code, claim_id, ${now}, ${caller.username}, 'prepared', cause, claimed from added order by claim_id
      )
      select client_code, claim_id, tracking_number from added`.compile(db),
  )
  // A separate statement, because the foreign key cannot see claims inserted by the statement above.
  await transaction.write(
    sql`update claim_candidates c set claim_id = n.claim_id
      from unnest(${rows.map(({ client_code }) => client_code)}::text[], ${rows.map(({ tracking_number }) => tracking_number)}::text[],
        ${rows.map(({ claim_id }) => claim_id)}::bigint[]) as n (client_code, tracking_number, claim_id)
      where c.client_code = n.client_code and c.tracking_number = n.tracking_number`.compile(db),
  )
  return new Map(rows.map((row) => [keyOf(row), row.claim_id]))
}

function receiptOf(
  { parcel, verdict }: JudgedParcel,
  written: ReadonlyMap<string, number>,
  submissions: ReadonlyMap<string, { claims: number }>,
): Receipt {
  const of = { clientCode: parcel.client, trackingNumber: parcel.writtenAs }
  const id = written.get(keyOf({ client_code: parcel.client, tracking_number: parcel.trackingNumber }))
  if (id !== undefined) {
    const submission = submissions.get(parcel.carrier)
    if (submission) submission.claims += 1
    return { ...of, isDone: true, claimID: String(id), number: claimNumber(id), message: '' }
  }
  const message = verdict.can
    ? 'Someone else has just claimed for this parcel.'
    : parcel.claimedAs
      ? `This parcel already has claim ${parcel.claimedAs}.`
      : whyNotText(verdict)
  return { ...of, ...REFUSED, message }
}

function messageOf(done: number, all: number, submissions: readonly string[]): string {
  const claims = done === 1 ? '1 claim is prepared' : `${formatCount(done)} claims are prepared`
  const rest = all - done
  return `${claims}${submissions.length > 0 ? ` in ${submissions.join(', ')}` : ''}.${rest > 0 ? ` ${formatCount(rest)} failed. See the receipts.` : ''}`
}
