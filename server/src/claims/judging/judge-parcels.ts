import type { ClaimCause } from '@despatch/domain/claims/claim'
import { type ClaimTerms, termsFor } from '@despatch/domain/claims/claim-terms'
import {
  type ClaimVerdict,
  whatCanBeClaimed,
  type NotClaimableReason,
} from '@despatch/domain/claims/what-can-be-claimed'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { loadTerms } from '../terms/load-terms.ts'
import { type ClaimParcel, type ParcelKey, readClaimParcels } from './claim-facts.ts'

export type JudgedParcel = {
  readonly parcel: ClaimParcel
  readonly verdict: ClaimVerdict
  readonly terms: ClaimTerms | undefined
}

/** Judges parcels with today's facts. */
export async function judgeParcels(
  transaction: Transaction,
  keys: readonly ParcelKey[],
  now: Date,
  knownTerms?: readonly ClaimTerms[],
): Promise<JudgedParcel[]> {
  const [all, parcels] = await Promise.all([knownTerms ?? loadTerms(transaction), readClaimParcels(transaction, keys)])
  return parcels.map((parcel) => {
    const { carrier, carrierService: service, despatchedOn: day } = parcel
    const terms = termsFor(all, { carrier, service, day })
    return { parcel, terms, verdict: whatCanBeClaimed(parcel, terms?.rules, now) }
  })
}

type Candidate = {
  parcel: ClaimParcel
  cause: ClaimCause
  why: NotClaimableReason | ''
  deadline: string | null
  goods: number
  carriage: number
  amount: number
}

/** The claim to store for a verdict; undefined if the parcel arrived well, is claimed already or is on its way back. */
function candidateOf({ parcel, verdict }: JudgedParcel): Candidate | undefined {
  if (verdict.can) {
    const { cause, until, goods, carriage, amount } = verdict
    return { parcel, cause, why: '', deadline: until, goods, carriage, amount }
  }
  const { why, cause, until, missed } = verdict
  if (why === 'claimed' || why === 'arrived' || why === 'returning') return undefined
  return { parcel, cause: cause ?? guessedCause(parcel), why, deadline: until, ...missed }
}

const guessedCause = ({ damagedOn, deliveredOn }: ClaimParcel): ClaimCause =>
  damagedOn !== null ? 'damaged' : deliveredOn === null ? 'lost' : 'late'

/** Stores the verdicts of parcels, in the order of their keys; parcels that have a claim keep it. */
export async function storeVerdicts(
  transaction: Transaction,
  judged: readonly JudgedParcel[],
  now: Date,
): Promise<void> {
  const judgedWithCandidates = judged.map((one) => ({ one, keep: candidateOf(one) }))
  const gone = judgedWithCandidates.filter(({ keep }) => !keep).map(({ one: { parcel } }) => parcel)
  if (gone.length > 0)
    await transaction.write(
      sql`delete from claim_candidates c using (
          select * from unnest(${gone.map(({ client }) => client)}::text[],
            ${gone.map(({ trackingNumber }) => trackingNumber)}::text[]) as g (client_code, tracking_number)
        ) g where c.client_code = g.client_code and c.tracking_number = g.tracking_number and c.claim_id is null`.compile(
        db,
      ),
    )
  const rows = judgedWithCandidates
    .flatMap(({ keep }) => keep ?? [])
    .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  if (rows.length === 0) return
  const column = <Value>(of: (row: Candidate) => Value) => rows.map(of)
  await transaction.write(
    sql`insert into claim_candidates (client_code, tracking_number, carrier, carrier_service, order_number, cause, despatched_on,
        deadline, currency, goods, carriage, amount, why, judged_at)
      select n.*, ${now} from unnest(${column(({ parcel }) => parcel.client)}::text[],
        ${column(({ parcel }) => parcel.trackingNumber)}::text[], ${column(({ parcel }) => parcel.carrier)}::text[],
        ${column(({ parcel }) => parcel.carrierService)}::text[], ${column(({ parcel }) => parcel.orderNumber)}::text[],
        ${column(({ cause }) => cause)}::text[], ${column(({ parcel }) => parcel.despatchedOn)}::date[],
        ${column(({ deadline }) => deadline)}::date[], ${column(({ parcel }) => parcel.currency)}::text[],
        ${column(({ goods }) => goods)}::bigint[], ${column(({ carriage }) => carriage)}::bigint[],
        ${column(({ amount }) => amount)}::bigint[], ${column(({ why }) => why)}::text[]) as n
      on conflict (client_code, tracking_number) do update set
        (carrier, carrier_service, order_number, cause, despatched_on, deadline, currency, goods, carriage, amount, why, judged_at)
          = (excluded.carrier, excluded.carrier_service, excluded.order_number, excluded.cause, excluded.despatched_on,
            excluded.deadline, excluded.currency, excluded.goods, excluded.carriage, excluded.amount, excluded.why, excluded.judged_at)
      where claim_candidates.claim_id is null`.compile(db),
  )
}

const keyOf = ({ parcel }: Candidate) => `${parcel.client} ${parcel.trackingNumber}`
