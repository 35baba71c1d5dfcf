import { Button, Select, TextInput } from '@mantine/core'
import { announcedReturns, type ReturnRecord } from '@despatch/contract/returns/portal/announced-returns'
import { roundMoney } from '@despatch/domain/money/minor-units'
import { formatMoney, isMoney, moneyText, parseMoney } from '@despatch/domain/money/money'
import { useState } from 'react'
import { useDialogDraft } from '../../kit/form/use-dialog-draft.ts'
import { MoneyField } from '../../kit/form/typed/number-fields.tsx'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { DisabledReason } from '../../kit/list/disabled-reason.tsx'
import { notify } from '../../kit/notify/notify.ts'
import { call } from '../../kit/server/call.ts'
import { useEditDisabledReason } from '../../kit/session/use-may.ts'
import { portalChanged } from './portal-queries.ts'
import styles from './portal.module.css'
import {
  hasAny,
  linesOf,
  type Mark,
  mayBecome,
  owedOf,
  type Pieces,
  PiecesFields,
  whyNotPieces,
} from './return-pieces.tsx'

type Asked = 'allow' | 'refuse' | 'refund' | 'reject' | 'mark' | undefined
type OfRecord = { readonly record: ReturnRecord }
type DialogProps = OfRecord & { readonly opened: boolean; readonly onClose: () => void }

const MAX_REASON = 500

/** What there is to do with a return: a review, a refund, or what became of it. */
export function ReturnActions({ record }: OfRecord) {
  const mayNot = useEditDisabledReason('reportsAndEnquiries.returnsPortal')
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const owed = record.details.some((line) => line.owed > 0)
  const mayCome = hasAny(record, 'received')
  const button = (what: Exclude<Asked, undefined>, label: string, isFirst = false) => (
    <Button
      size="xs"
      variant={isFirst ? 'filled' : 'default'}
      disabled={mayNot !== undefined}
      title={mayNot}
      onClick={() => setAsked(what)}
    >
      {label}
    </Button>
  )
  return (
    <div className={styles.actions}>
      <DisabledReason reasons={[mayNot]} />
      {record.review === 'waiting' && button('allow', 'Allow…', true)}
      {record.review === 'waiting' && button('refuse', 'Refuse…')}
      {owed && button('refund', 'Record refund…', record.review !== 'waiting')}
      {owed && button('reject', 'Reject refund…')}
      {mayCome && button('mark', 'Record what happened…')}
      <ReviewDialog record={record} answer="allowed" opened={asked === 'allow'} onClose={close} />
      <ReviewDialog record={record} answer="refused" opened={asked === 'refuse'} onClose={close} />
      <RefundDialog record={record} opened={asked === 'refund'} onClose={close} />
      <MarkDialog record={record} opened={asked === 'reject'} onClose={close} only="rejected" />
      <MarkDialog record={record} opened={asked === 'mark'} onClose={close} />
    </div>
  )
}

/** What is typed into a dialog about a return. */
function useTyped<Typed extends Record<string, unknown>>(
  what: string,
  { record, opened }: DialogProps,
  initial: Typed,
) {
  return useDialogDraft(`return-${what} ${record.returnReference}`, opened, initial, record.version)
}

/** Asks for the return again once it is done, and where it was refused: someone may have changed it. */
const change = <Done,>(asked: Promise<Done>): Promise<Done> => asked.finally(() => void portalChanged())

function done({ message }: { message: string }) {
  notify.success(message)
}

function ReviewDialog(props: DialogProps & { readonly answer: 'allowed' | 'refused' }) {
  const { record, answer, opened, onClose } = props
  const draft = useTyped(answer, props, { reason: '' })
  const { reason } = draft.values
  const isRefusal = answer === 'refused'
  const inReview = record.details.filter((line) => line.answer === 'review')
  const isPart = inReview.length < record.details.length
  const { returnReference: reference } = record
  return (
    <ConfirmDialog
      opened={opened}
      title={`${isRefusal ? 'Refuse' : 'Allow'} return ${reference}?`}
      confirmLabel={isRefusal ? 'Refuse' : 'Allow'}
      isDangerous={isRefusal}
      whyNot={isRefusal && reason.trim() === '' ? 'Give a reason.' : undefined}
      draft={draft}
      onConfirm={() => {
        const body = { answer, reason: reason.trim(), version: draft.seen }
        return change(call(announcedReturns.review, { params: { reference }, body }))
      }}
      onDone={done}
      onClose={onClose}
    >
      {isPart && <p>This is about {inReview.map(({ SKU }) => SKU).join(', ')} alone: the other items are accepted.</p>}
      <p>
        {isRefusal
          ? 'The customer is told by email, with your reason.'
          : 'The customer is told by email how to send it back.'}
      </p>
      <ReasonField
        label={isRefusal ? 'Reason, as the customer reads it' : 'Note (optional)'}
        value={reason}
        onChange={(next) => draft.set({ reason: next })}
      />
    </ConfirmDialog>
  )
}

type ReasonFieldProps = { readonly label: string; readonly value: string; readonly onChange: (value: string) => void }

function ReasonField({ label, value, onChange }: ReasonFieldProps) {
  return (
    <TextInput
      label={label}
      maxLength={MAX_REASON}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** The fee that the customer was told is taken off: with the first refund. */
function feeToTakeOff({ fee, steps }: ReturnRecord) {
  const isOpen = Number(fee) > 0 && steps.every(({ amount }) => amount === null)
  return isOpen ? { deduction: fee, reason: 'Returns fee' } : { deduction: '', reason: '' }
}

/** `amounts` has the amount once it is typed: until then it is suggested. */
type Refund = { pieces: Pieces; amounts: { paid?: string }; deduction: string; reason: string }

/** Why a refund cannot be recorded as it is typed; `isMore`: it is more than the items cost. */
function whyNotRefund(typed: { amount: string; deduction: string; reason: string; isMore: boolean }) {
  const { amount, deduction, isMore } = typed
  const isBare = typed.reason.trim() === ''
  if (!isMoney(amount) || (deduction !== '' && !isMoney(deduction))) return 'An amount looks like 12.50.'
  if (Number(deduction) > 0 && isMore) return 'Take nothing off to pay back more than the items cost.'
  if (Number(deduction) > 0 && isBare) return 'Say why something is taken off.'
  return isMore && isBare ? 'Say why more is paid back than the items cost.' : undefined
}

function RefundDialog(props: DialogProps) {
  const { record, opened, onClose } = props
  const { returnReference: reference, currency } = record
  const draft = useTyped<Refund>('refund', props, { pieces: {}, amounts: {}, ...feeToTakeOff(record) })
  const { values: typed, set } = draft
  const { pieces, deduction, reason } = typed
  const lines = linesOf(record, owedOf, pieces)
  // What one piece is worth is finer than what can be paid.
  const exact = lines.reduce((sum, { lineNumber, quantity }) => {
    const value = record.details.find((line) => line.lineNumber === lineNumber)?.pieceValue ?? '0'
    return sum + Number(parseMoney(value)) * quantity
  }, 0)
  const worth = BigInt(roundMoney(exact, currency))
  const isDeduction = deduction !== '' && isMoney(deduction)
  const suggested = worth - (isDeduction ? parseMoney(deduction) : 0n)
  const amount = typed.amounts.paid ?? moneyText(suggested > 0n ? suggested : 0n)
  const isMore = isMoney(amount) && parseMoney(amount) > worth
  const whyNot = whyNotPieces(lines, pieces) ?? whyNotRefund({ amount, deduction, reason, isMore })
  return (
    <ConfirmDialog
      opened={opened}
      title={`Record a refund of ${reference}`}
      confirmLabel="Record refund"
      whyNot={whyNot}
      draft={draft}
      onConfirm={() => {
        const body = { lines, amount, deduction, reason: reason.trim(), version: draft.seen }
        const idempotencyKey = draft.keyFor()
        return change(call(announcedReturns.refund, { params: { reference }, body }, { idempotencyKey }))
      }}
      onDone={done}
      onClose={onClose}
    >
      <p>
        Record what was paid back; nothing is paid from here. The items cost {formatMoney(moneyText(worth), currency)}.
      </p>
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
        onChange={(next) => set({ deduction: next })}
      />
      <ReasonField
        label={`Why ${isMore ? 'more is paid back' : 'something is taken off'}, as the customer reads it`}
        value={reason}
        onChange={(next) => set({ reason: next })}
      />
    </ConfirmDialog>
  )
}

const MARK_LABELS: Readonly<Record<Exclude<Mark, 'rejected'>, string>> = {
  received: 'Received',
  lost: 'Lost on the way',
  expired: 'Never sent (expired)',
  kept: 'The customer keeps it',
  withdrawn: 'The customer changed their mind',
}
const MARK_CHOICES = Object.entries(MARK_LABELS).map(([value, label]) => ({ value, label }))

function MarkDialog(props: DialogProps & { readonly only?: 'rejected' }) {
  const { record, opened, onClose, only } = props
  const { returnReference: reference } = record
  const draft = useTyped(only ?? 'mark', props, { chosen: 'received' as Mark, pieces: {} as Pieces, reason: '' })
  const { chosen, pieces, reason } = draft.values
  const state = only ?? chosen
  const [most, suggested] = [mayBecome(state, false), mayBecome(state, true)]
  const lines = linesOf(record, suggested, pieces)
  const whyNot = whyNotPieces(lines, pieces) ?? (only && reason.trim() === '' ? 'Give a reason.' : undefined)
  return (
    <ConfirmDialog
      opened={opened}
      title={only ? `Reject the refund of ${reference}?` : `What happened to ${reference}?`}
      confirmLabel={only ? 'Reject refund' : 'Record'}
      isDangerous={only !== undefined}
      whyNot={whyNot}
      draft={draft}
      onConfirm={() => {
        const body = { state, lines, reason: reason.trim(), version: draft.seen }
        const idempotencyKey = draft.keyFor()
        return change(call(announcedReturns.mark, { params: { reference }, body }, { idempotencyKey }))
      }}
      onDone={done}
      onClose={onClose}
    >
      {!only && (
        <Select
          label="What happened"
          data={MARK_CHOICES.filter(({ value }) => hasAny(record, value as Mark))}
          allowDeselect={false}
          value={chosen}
          onChange={(value) => value && draft.set({ chosen: value as Mark })}
        />
      )}
      <PiecesFields
        record={record}
        most={most}
        suggested={suggested}
        value={pieces}
        onChange={(next) => draft.set({ pieces: next })}
      />
      <ReasonField
        label={only ? 'Reason, as the customer reads it' : 'Note (optional)'}
        value={reason}
        onChange={(next) => draft.set({ reason: next })}
      />
    </ConfirmDialog>
  )
}
