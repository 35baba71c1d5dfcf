import type { Dispute } from '@despatch/contract/invoices/disputes'
import { invoices } from '@despatch/contract/invoices/invoices'
import { canDo, type DisputeAct } from '@despatch/domain/invoices/dispute'
import { notifyReceipts } from '../../kit/notify/notify-receipts.ts'
import { call } from '../../kit/server/call.ts'
import { invoicesChanged } from '../invoice-queries.ts'

export const ACT_LABELS: Readonly<Record<DisputeAct, string>> = {
  send: 'Mark as sent',
  refuse: 'Mark as refused…',
  'write-off': 'Write off…',
  reopen: 'Reopen',
}
/** Acts that need a reason. */
export const ACTS_WITH_REASON = ['refuse', 'write-off'] as const satisfies readonly DisputeAct[]
export type ActWithReason = (typeof ACTS_WITH_REASON)[number]

/** Whether some of the disputes allow an act. */
export const someAllow = (act: DisputeAct, disputes: readonly Dispute[]): boolean =>
  disputes.some(({ state, sentAt }) => canDo(act, { state, isSent: sentAt !== null }))

/** A dispute in the version that was read. */
type SeenDispute = Pick<Dispute, 'disputeID' | 'version'>
export const seenOf = ({ disputeID, version }: SeenDispute): SeenDispute => ({ disputeID, version })

/**
 * Acts on those disputes that allow it, and shows what happened with the rest. Throws an ApiError if nothing was
 * done.
 */
export async function actOnDisputes(act: DisputeAct, disputes: readonly SeenDispute[], reason = ''): Promise<void> {
  const body = {
    disputes: disputes.map(seenOf),
    ...(reason && { reason }),
  }
  try {
    notifyReceipts(await call(invoices.actOnDisputes, { params: { act }, body }))
  } finally {
    void invoicesChanged()
  }
}
