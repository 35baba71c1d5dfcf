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
export const ASKED = ['refuse', 'write-off'] as const satisfies readonly DisputeAct[]
export type AskedAct = (typeof ASKED)[number]

/** Why none of some disputes can be sent, settled or reopened, in words; undefined where one can. */
export function whyNotAct(act: DisputeAct, disputes: readonly Dispute[]): string | undefined {
  const some = disputes.some(({ state, sentAt }) => canDo(act, { state, isSent: sentAt !== null }))
  if (some) return undefined
  return act === 'send'
    ? 'Already sent or settled.'
    : act === 'reopen'
      ? 'Only refused or written-off disputes can be reopened.'
      : 'Already settled.'
}

/** A dispute as it was read. */
type SeenDispute = Pick<Dispute, 'disputeID' | 'version'>
export const seenOf = ({ disputeID, version }: SeenDispute): SeenDispute => ({ disputeID, version })

/** Does it to those that it can be done to, and says what became of the rest. Throws an ApiError where nothing was done. */
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
