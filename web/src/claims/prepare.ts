import { claims } from '@despatch/contract/claims/claims'
import { notify } from '../kit/notify/notify.ts'
import { messageOf } from '../kit/server/api-error.ts'
import { call } from '../kit/server/call.ts'
import type { ClaimableBody } from './claim-queries.ts'
import { claimsChanged } from './claim-queries.ts'

type Parcel = { readonly clientCode: string; readonly trackingNumber: string }

/** Prepares claims and says what became of them; gives the numbers of the submissions, none where nothing was done. */
export async function prepareClaims(of: { parcels: readonly Parcel[] } | { all: ClaimableBody }): Promise<string[]> {
  const body =
    'all' in of
      ? { all: of.all }
      : { parcels: of.parcels.map(({ clientCode, trackingNumber }) => ({ clientCode, trackingNumber })) }
  try {
    const { message, done, submissions, receipts } = await call(claims.prepare, { body })
    const left = receipts.filter(({ isDone }) => !isDone)
    const told = [message, ...left.slice(0, 3).map((one) => `${one.trackingNumber}: ${one.message}`)].join(' ')
    if (left.length === 0) notify.success(told)
    else notify.info(told)
    return done > 0 ? submissions.map(({ number }) => number) : []
  } catch (error) {
    notify.danger(messageOf(error))
    return []
  } finally {
    void claimsChanged()
  }
}
