import { Select } from '@mantine/core'
import { announcedReturns } from '@despatch/contract/returns/portal/announced-returns'
import { useState } from 'react'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { type RecordAction, RecordActions } from '../../kit/record/record-actions.tsx'
import { call } from '../../kit/server/call.ts'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { RefundDialog } from './refund-dialog.tsx'
import {
  reloadAfter,
  type DialogProps,
  notifyDone,
  type OfRecord,
  ReasonField,
  useReturnDraft,
} from './return-dialog.tsx'
import {
  canMark,
  linesOf,
  type Mark,
  movablePieces,
  type Pieces,
  PiecesFields,
  whyNotPieces,
} from './return-pieces.tsx'

type DialogName = 'allow' | 'refuse' | 'refund' | 'reject' | 'mark' | undefined

/** Actions on a return: review, refund, or record its state. */
export function ReturnActions({ record }: OfRecord) {
  const whyNot = useEditDisabledReason('reportsAndEnquiries.returnsPortal')
  const [openDialog, setOpenDialog] = useState<DialogName>()
  const close = () => setOpenDialog(undefined)
  const owed = record.details.some((line) => line.owed > 0)
  const mayCome = canMark(record, 'received')
  const action = (what: Exclude<DialogName, undefined>, label: string, isDangerous = false): RecordAction => ({
    label,
    whyNot,
    onAct: () => setOpenDialog(what),
    isDangerous,
  })
  const isInReview = record.review === 'waiting'
  const refund = owed && action('refund', 'Record refund…')
  const update = mayCome && action('mark', 'Update return…')
  const [next, ...others] = [isInReview && action('allow', 'Allow…'), refund, update].filter((one) => one !== false)
  return (
    <>
      <RecordActions
        label="Return actions"
        primary={next}
        others={[
          isInReview && action('refuse', 'Refuse…'),
          ...others,
          owed && action('reject', 'Reject refund…', true),
        ]}
      />
      <ReviewDialog record={record} answer="allowed" opened={openDialog === 'allow'} onClose={close} />
      <ReviewDialog record={record} answer="refused" opened={openDialog === 'refuse'} onClose={close} />
      <RefundDialog record={record} opened={openDialog === 'refund'} onClose={close} />
      <MarkDialog record={record} opened={openDialog === 'reject'} onClose={close} only="rejected" />
      <MarkDialog record={record} opened={openDialog === 'mark'} onClose={close} />
    </>
  )
}

function ReviewDialog(props: DialogProps & { readonly answer: 'allowed' | 'refused' }) {
  const { record, answer, opened, onClose } = props
  const draft = useReturnDraft(answer, props, { reason: '' })
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
        return reloadAfter(call(announcedReturns.review, { params: { reference }, body }))
      }}
      onDone={notifyDone}
      onClose={onClose}
    >
      {isPart && <p>This applies to {inReview.map(({ SKU }) => SKU).join(', ')} only. The other items are accepted.</p>}
      <p>{isRefusal ? 'We’ll email the customer with your reason.' : 'We’ll email the customer how to return it.'}</p>
      <ReasonField
        label={isRefusal ? 'Reason (shown to the customer)' : 'Note (optional)'}
        value={reason}
        onChange={(next) => draft.set({ reason: next })}
      />
    </ConfirmDialog>
  )
}

const MARK_LABELS: Readonly<Record<Exclude<Mark, 'rejected'>, string>> = {
  received: 'Received',
  lost: 'Lost in transit',
  expired: 'Never sent (expired)',
  kept: 'Kept by the customer',
  withdrawn: 'Cancelled by the customer',
}
const MARK_CHOICES = Object.entries(MARK_LABELS).map(([value, label]) => ({ value, label }))

function MarkDialog(props: DialogProps & { readonly only?: 'rejected' }) {
  const { record, opened, onClose, only } = props
  const { returnReference: reference } = record
  const draft = useReturnDraft(only ?? 'mark', props, { chosen: 'received' as Mark, pieces: {} as Pieces, reason: '' })
  const { chosen, pieces, reason } = draft.values
  const state = only ?? chosen
  const [most, suggested] = [movablePieces(state, false), movablePieces(state, true)]
  const lines = linesOf(record, suggested, pieces)
  const whyNot = whyNotPieces(lines, pieces) ?? (only && reason.trim() === '' ? 'Give a reason.' : undefined)
  return (
    <ConfirmDialog
      opened={opened}
      title={only ? `Reject refund of ${reference}?` : `Update return ${reference}?`}
      confirmLabel={only ? 'Reject refund' : 'Record'}
      isDangerous={only !== undefined}
      whyNot={whyNot}
      draft={draft}
      onConfirm={() => {
        const body = { state, lines, reason: reason.trim(), version: draft.seen }
        const idempotencyKey = draft.markSent()
        return reloadAfter(call(announcedReturns.mark, { params: { reference }, body }, { idempotencyKey }))
      }}
      onDone={notifyDone}
      onClose={onClose}
    >
      {!only && (
        <Select
          label="Outcome"
          data={MARK_CHOICES.filter(({ value }) => canMark(record, value as Mark))}
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
        label={only ? 'Reason (shown to the customer)' : 'Note (optional)'}
        value={reason}
        onChange={(next) => draft.set({ reason: next })}
      />
    </ConfirmDialog>
  )
}
