import { announcedReturns, type ReturnRecord } from '@despatch/contract/returns/portal/announced-returns'
import { formatMoney, isMoney } from '@despatch/domain/money/money'
import { costOfPieces, reasonNeededFor, refundedSoFar, refundLimit } from '@despatch/domain/returns/portal/refund-limit'
import { costOfText, costText } from '@despatch/domain/routing/allocation/units'
import { MoneyField } from '../../kit/form/typed/number-fields.tsx'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { call } from '../../kit/server/call.ts'
import { reloadAfter, type DialogProps, notifyDone, ReasonField, useReturnDraft } from './return-dialog.tsx'
import { linesOf, owedOf, type Pieces, PiecesFields, whyNotPieces } from './return-pieces.tsx'

const FEE = 'Returns fee'
/** The returns fee, which is deducted from the first refund. */
function feeToTakeOff({ fee, steps }: ReturnRecord) {
  const isOpen = Number(fee) > 0 && steps.every(({ amount }) => amount === null)
  return isOpen ? { deduction: fee, reason: FEE } : { deduction: '', reason: '' }
}

/** `amounts` is empty until an amount is typed; until then one is suggested. */
type Refund = { pieces: Pieces; amounts: { paid?: string }; deduction: string; reason: string }

/** Price of the pieces and what is left to refund, in ten-thousandths. */
function refundOf({ paid, currency }: ReturnRecord, lines: Parameters<typeof refundLimit>[1]) {
  const paidLines = paid.lines.map(({ value, ...line }) => ({ ...line, value: costOfText(value) }))
  const refundedBefore = { before: costOfText(paid.refunded), currency }
  return {
    cost: costOfPieces(paidLines, lines, currency),
    limit: refundLimit(paidLines, lines, refundedBefore),
    order: refundedSoFar(paidLines, refundedBefore),
  }
}

type JudgedRefund = ReturnType<typeof refundOf> & {
  readonly amount: string
  readonly deduction: string
  readonly reason: string
}

/** Whether the entered refund needs a reason, and for what. */
function reasonFor({ amount, deduction, limit }: JudgedRefund): ReturnType<typeof reasonNeededFor> {
  if (!isMoney(amount) || (deduction !== '' && !isMoney(deduction))) return undefined
  return reasonNeededFor({ amount: costOfText(amount), deduction: costOfText(deduction || '0'), limit })
}

/** Why the entered refund cannot be recorded. */
function whyNotRefund(judged: JudgedRefund) {
  const { amount, deduction, cost, limit } = judged
  if (!isMoney(amount) || (deduction !== '' && !isMoney(deduction))) return 'Enter an amount like 12.50.'
  if (Number(amount) < 0 || Number(deduction) < 0) return 'Enter zero or more.'
  const needed = reasonFor(judged)
  const most = limit < cost ? 'is left to refund' : 'the items cost'
  if (needed === 'more' && Number(deduction) > 0) return `Remove the deduction to refund more than ${most}.`
  if (needed === 'less' && Number(deduction) > 0) return 'Deduct everything you don’t refund, and enter a reason.'
  if (needed === undefined || judged.reason.trim() !== '') return undefined
  if (needed === 'deduction') return 'Enter a reason for the deduction.'
  return `Enter a reason to refund ${needed} than ${most}.`
}

const REASON_LABELS = {
  more: 'Reason for refunding more (shown to the customer)',
  less: 'Reason for refunding less (shown to the customer)',
  deduction: 'Reason for the deduction (shown to the customer)',
  none: 'Note (optional, shown to the customer)',
} as const

export function RefundDialog(props: DialogProps) {
  const { record, opened, onClose } = props
  const { returnReference: reference, currency } = record
  const draft = useReturnDraft<Refund>('refund', props, { pieces: {}, amounts: {}, ...feeToTakeOff(record) })
  const { values: typed, set } = draft
  const { pieces, deduction, reason } = typed
  const lines = linesOf(record, owedOf, pieces)
  const judged = refundOf(record, lines)
  const off = deduction !== '' && isMoney(deduction) ? costOfText(deduction) : 0
  const amount = typed.amounts.paid ?? costText(Math.min(judged.limit, Math.max(0, judged.limit - off)))
  const whole = { ...judged, amount, deduction, reason }
  return (
    <ConfirmDialog
      opened={opened}
      title={`Record a refund of ${reference}`}
      confirmLabel="Record refund"
      whyNot={whyNotPieces(lines, pieces) ?? whyNotRefund(whole)}
      draft={draft}
      onConfirm={() => {
        const body = { lines, amount, deduction, reason: reason.trim(), version: draft.seen }
        const idempotencyKey = draft.markSent()
        return reloadAfter(call(announcedReturns.refund, { params: { reference }, body }, { idempotencyKey }))
      }}
      onDone={notifyDone}
      onClose={onClose}
    >
      <RefundFacts {...judged} currency={currency} />
      <PiecesFields record={record} most={owedOf} value={pieces} onChange={(next) => set({ pieces: next })} />
      <MoneyField
        label={`Refund amount (${currency})`}
        currency={currency}
        value={amount}
        onChange={(next) => set({ amounts: { paid: next } })}
      />
      <MoneyField
        label={`Deduction (${currency}, optional)`}
        currency={currency}
        value={deduction}
        // If the fee is not deducted, its reason goes too.
        onChange={(next) => set({ deduction: next, ...(next === '' && reason === FEE && { reason: '' }) })}
      />
      <ReasonField
        label={REASON_LABELS[reasonFor(whole) ?? 'none']}
        value={reason}
        onChange={(next) => set({ reason: next })}
      />
    </ConfirmDialog>
  )
}

/** Price of the pieces, and what is left of the order. */
function RefundFacts(facts: ReturnType<typeof refundOf> & { readonly currency: string }) {
  const { cost, limit, order, currency } = facts
  const money = (amount: number) => formatMoney(costText(amount), currency)
  return (
    <>
      <p>Record a refund you have paid. Nothing is paid from here. The items cost {money(cost)}.</p>
      <p>
        Of {money(order.paid)} paid for the order’s items, {money(order.refunded)} was refunded so far:{' '}
        {money(order.left)} is left.
        {limit < cost && limit < order.left && ` Of what these items cost, ${money(limit)} is left.`}
      </p>
    </>
  )
}
