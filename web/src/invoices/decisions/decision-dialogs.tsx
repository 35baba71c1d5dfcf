import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { amountText, countText } from '../invoice-text.ts'
import styles from '../invoices.module.css'
import { decide, remove, type Target, targetSum, targetText } from './decide.ts'

/** What one is asked about, and the rows it is for. */
export type Asked = { readonly what: 'reject' | 'accept' | 'delete'; readonly target: Target }

type DecisionDialogsProps = {
  readonly asked: Asked | undefined
  readonly onDone: () => void
  readonly onClose: () => void
}

/** What finance clerks write most; anything else can be typed. */
const REASONS = [
  'Weight or size is not what was despatched',
  'Price is not the agreed one',
  'Surcharge was not agreed',
  'Billed before',
  'Not our parcel',
  'Never despatched',
]
const MAX_REASON = 500

/** Asks for the reason before something is rejected, and before what cannot be undone. */
export function DecisionDialogs({ asked, onDone, onClose }: DecisionDialogsProps) {
  const of = (what: Asked['what']) => (asked?.what === what ? asked.target : undefined)
  return (
    <>
      <RejectDialog target={of('reject')} onDone={onDone} onClose={onClose} />
      <AcceptDialog target={of('accept')} onDone={onDone} onClose={onClose} />
      <DeleteDialog target={of('delete')} onDone={onDone} onClose={onClose} />
    </>
  )
}

type DialogProps = {
  readonly target: Target | undefined
  readonly onDone: () => void
  readonly onClose: () => void
}

function RejectDialog({ target, onDone, onClose }: DialogProps) {
  const [reason, setReason] = useState('')
  const [last, setLast] = useState(target)
  if (target && target !== last) {
    setLast(target)
    setReason('')
  }
  return (
    <ConfirmDialog
      opened={target !== undefined}
      title={`Reject ${which(target)}?`}
      confirmLabel={`Reject ${target ? targetText(target) : ''}`}
      whyNot={reason.trim() === '' ? 'Give a reason.' : undefined}
      onConfirm={async () => target && decide(target, 'Rejected', reason.trim())}
      onDone={onDone}
      onClose={onClose}
    >
      <p>
        {target && `${billedText(target)} Rejecting disputes it with the carrier, with this reason. You can undo it.`}
      </p>
      <TextInput
        label="Reason"
        maxLength={MAX_REASON}
        data-autofocus
        autoComplete="off"
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className={styles.reasons} role="group" aria-label="Reasons that are often given">
        {REASONS.map((usual) => (
          <Button key={usual} variant="default" size="compact-xs" onClick={() => setReason(usual)}>
            {usual}
          </Button>
        ))}
      </div>
    </ConfirmDialog>
  )
}

function AcceptDialog({ target, onDone, onClose }: DialogProps) {
  const open = target?.kind === 'invoice' ? target.rows.filter(({ leftToDecide }) => leftToDecide > 0) : []
  const left = open.reduce((sum, { leftToDecide }) => sum + leftToDecide, 0)
  const isInvoice = target?.kind === 'invoice'
  return (
    <ConfirmDialog
      opened={target !== undefined}
      title={`Accept ${which(target)}?`}
      confirmLabel={`Accept ${target ? targetText(target) : ''}`}
      onConfirm={async () => target && decide(target, 'Accepted')}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{target && billedText(target)}</p>
      {isInvoice ? (
        <>
          <p>
            An accepted invoice is closed: nothing on it can be decided, undone or deleted any more.
            {left > 0 &&
              ` ${countText(left, ['parcel row is', 'parcel rows are'])} still undecided: those that are matched or within tolerance are accepted with it.`}
          </p>
          {left > 0 && (
            <p>Where any other is undecided, the invoice is not accepted, and you are told how many there are.</p>
          )}
        </>
      ) : (
        <p>
          Their parcel rows are accepted with them, whatever their verdict. You can undo it until the invoice is
          accepted.
        </p>
      )}
    </ConfirmDialog>
  )
}

function DeleteDialog({ target, onDone, onClose }: DialogProps) {
  return (
    <ConfirmDialog
      opened={target !== undefined}
      title={`Delete ${which(target)}?`}
      confirmLabel={`Delete ${target ? targetText(target) : ''}`}
      isDangerous
      onConfirm={async () => target && remove(target)}
      onDone={onDone}
      onClose={onClose}
    >
      <p>
        {target && billedText(target)} It cannot be undone.
        {target?.kind === 'invoice'
          ? ' Decisions on them and disputes that were not sent go with them. Their numbers are free again: the files can be imported anew.'
          : ' The proof of the import keeps how many rows were deleted.'}
      </p>
    </ConfirmDialog>
  )
}

/** 'invoice 12345', or '3 invoices'. */
function which(target: Target | undefined): string {
  if (!target) return ''
  const { kind, rows } = target
  if (rows.length !== 1) return targetText(target)
  if (kind === 'invoice') return `invoice ${rows[0]?.invoiceNumber}`
  if (kind === 'detail') return `consignment ${rows[0]?.consignmentNumber || rows[0]?.orderNumber || ''}`.trim()
  return `parcel ${rows[0]?.trackingNumber ?? ''}`.trim()
}

function billedText(target: Target): string {
  const { currency } = target
  return currency === undefined ? '' : `${amountText(targetSum(target), currency)} net is billed.`
}
