import { claims } from '@despatch/contract/claims/claims'
import { notify } from '../../kit/notify/notify.ts'
import { notifyReceipts } from '../../kit/notify/notify-receipts.ts'
import { messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import type { ClaimableBody } from '../claim-queries.ts'
import { claimsChanged } from '../claim-queries.ts'

type Parcel = { readonly clientCode: string; readonly trackingNumber: string }

/**
 * Prepares claims and shows the result.
 *
 * @returns the submission numbers, empty if nothing was prepared
 */
export async function prepareClaims(of: { parcels: readonly Parcel[] } | { all: ClaimableBody }): Promise<string[]> {
  const body =
    'all' in of
      ? { all: of.all }
      : { parcels: of.parcels.map(({ clientCode, trackingNumber }) => ({ clientCode, trackingNumber })) }
  try {
    const answer = await call(claims.prepare, { body })
    notifyReceipts(answer, ({ trackingNumber, message }) => `${trackingNumber}: ${message}`)
    const { done, submissions } = answer
    return done > 0 ? submissions.map(({ number }) => number) : []
  } catch (error) {
    notify.danger(messageOf(error))
    return []
  } finally {
    void claimsChanged()
  }
}
