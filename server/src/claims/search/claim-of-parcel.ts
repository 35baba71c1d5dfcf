import type { claims as routes } from '@despatch/contract/claims/claims'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { dayOf, daysBetween, formatDayShort } from '@despatch/domain/calendar/day'
import { CAUSE_LABELS, claimNumber } from '@despatch/domain/claims/claim'
import { whyNotText } from '@despatch/domain/claims/what-can-be-claimed'
import { trackingNumbersToFind } from '@despatch/domain/deliveries/parcels/tracking-number'
import { costText } from '@despatch/domain/routing/allocation/units'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import type { ParcelKey } from '../judging/claim-facts.ts'
import { judgeParcels, type JudgedParcel } from '../judging/judge-parcels.ts'
import { noSuchParcel } from '../preparation/refusals.ts'

/**
 * Judges whether a parcel can be claimed now. Throws an AppError (404) if no client of the call has a parcel with the
 * number.
 */
export async function judgeClaimOfParcel(
  { transaction, clients, now }: Context,
  { query: { trackingNumber } }: RouteChecked<typeof routes.parcel>,
): Promise<RouteAnswer<typeof routes.parcel>> {
  const keys = await transaction.rows(
    sql<ParcelKey>`select client_code, tracking_number from parcels
      where client_code = any (${clients}::text[]) and tracking_number = any (${trackingNumbersToFind(trackingNumber)}::text[])
      order by client_code, tracking_number limit 20`.compile(db),
  )
  if (keys.length === 0) throw noSuchParcel(trackingNumber)
  const judged = await judgeParcels(transaction, keys, now)
  return { parcels: judged.map((one) => presentJudged(one, dayOf(now))) }
}

type Judged = RouteAnswer<typeof routes.parcel>['parcels'][number]

function presentJudged({ parcel, verdict }: JudgedParcel, today: string): Judged {
  const of = {
    clientCode: parcel.client,
    trackingNumber: parcel.writtenAs,
    can: verdict.can,
    claimID: parcel.claimId === null ? '' : String(parcel.claimId),
    claimNumber: parcel.claimId === null ? '' : claimNumber(parcel.claimId),
  }
  if (!verdict.can) return { ...of, why: whyNotText(verdict), claimable: null }
  const { cause, until, goods, carriage, amount, limit } = verdict
  return {
    ...of,
    why: `${CAUSE_LABELS[cause]}. Claim by ${formatDayShort(until)}${limit ? `, at the carrier’s limit ${limit}` : ''}.`,
    claimable: {
      clientCode: parcel.client,
      trackingNumber: parcel.writtenAs,
      orderNumber: parcel.orderNumber,
      carrierCode: parcel.carrier,
      carrierName: parcel.carrierName,
      carrierService: parcel.carrierService,
      cause,
      despatchedOn: parcel.despatchedOn,
      deadline: until,
      daysLeft: daysBetween(today, until),
      currency: parcel.currency,
      goods: costText(goods),
      carriage: costText(carriage),
      amount: costText(amount),
    },
  }
}
