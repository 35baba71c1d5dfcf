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
  if (!isMoney(amount) || (deduction !== '' && !isMoney(deduction))) return 'An amount looks like 12.50.'
  if (Number(amount) < 0 || Number(deduction) < 0) return 'An amount is zero or more.'
  const needed = reasonFor(judged)
  const most = limit < cost ? 'is left to refund' : 'the items cost'
  if (needed === 'more' && Number(deduction) > 0) return `Take nothing off to pay back more than ${most}.`
  if (needed === 'less' && Number(deduction) > 0) return 'Take off all that is not paid back, and say why.'
  if (needed === undefined || judged.reason.trim() !== '') return undefined
  if (needed === 'deduction') return 'Say why something is taken off.'
  return `Say why ${needed} is paid back than ${most}.`
}

const REASON_LABELS = {
  more: 'Why more is paid back, as the customer reads it',
  less: 'Why less is paid back, as the customer reads it',
  deduction: 'Why something is taken off, as the customer reads it',
  none: 'Note (optional), as the customer reads it',
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
        label={`Amount paid back (${currency})`}
        currency={currency}
        value={amount}
        onChange={(next) => set({ amounts: { paid: next } })}
      />
      <MoneyField
        label={`Taken off (${currency}, optional)`}
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
      <p>Record what was paid back; nothing is paid from here. The items cost {money(cost)}.</p>
      <p>
        Of {money(order.paid)} paid for the order’s items, {money(order.refunded)} was refunded so far:{' '}
        {money(order.left)} is left.
        {limit < cost && limit < order.left && ` Of what these items cost, ${money(limit)} is left.`}
      </p>
    </>
  )
}
