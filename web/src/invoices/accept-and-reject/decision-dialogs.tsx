import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { amountText, countText } from '../invoice-text.ts'
import { decide, remove, type Target, targetSum, targetText, whichText } from './decide.ts'
import { RejectDialog } from './reject-dialog.tsx'

/** The decision to confirm, and its rows. */
export type DecisionRequest = { readonly what: 'reject' | 'accept' | 'delete'; readonly target: Target }

type DecisionDialogsProps = {
  readonly request: DecisionRequest | undefined
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Asks for a reason before rejecting, and for confirmation before what cannot be undone. */
export function DecisionDialogs({ request, onDone, onClose }: DecisionDialogsProps) {
  const of = (what: DecisionRequest['what']) => (request?.what === what ? request.target : undefined)
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

function AcceptDialog({ target, onDone, onClose }: DialogProps) {
  const open = target?.kind === 'invoice' ? target.rows.filter(({ leftToDecide }) => leftToDecide > 0) : []
  const left = open.reduce((sum, { leftToDecide }) => sum + leftToDecide, 0)
  const isInvoice = target?.kind === 'invoice'
  return (
    <ConfirmDialog
      opened={target !== undefined}
      title={`Accept ${whichText(target)}?`}
      confirmLabel={`Accept ${target ? targetText(target) : ''}`}
      onConfirm={async () => target && decide(target, 'Accepted')}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{target && billedText(target)}</p>
      {isInvoice ? (
        <>
          <p>
            Accepting closes the invoice. You can’t change, undo or delete anything on it afterwards.
            {left > 0 &&
              ` ${countText(left, ['parcel row is', 'parcel rows are'])} still undecided. Those matched or within tolerance will be accepted too.`}
          </p>
          {left > 0 && (
            <p>Where any other is undecided, the invoice is not accepted, and you are told how many there are.</p>
          )}
        </>
      ) : (
        <p>All their parcel rows will be accepted. You can undo this until the invoice is accepted.</p>
      )}
    </ConfirmDialog>
  )
}

function DeleteDialog({ target, onDone, onClose }: DialogProps) {
  return (
    <ConfirmDialog
      opened={target !== undefined}
      title={`Delete ${whichText(target)}?`}
      confirmLabel={`Delete ${target ? targetText(target) : ''}`}
      isDangerous
      onConfirm={async () => target && remove(target)}
      onDone={onDone}
      onClose={onClose}
    >
      <p>
        {target && billedText(target)} You can’t undo this.
        {target?.kind === 'invoice'
          ? ' Their decisions and unsent disputes are deleted too. You can import the files again.'
          : ' The import check keeps the number of deleted rows.'}
      </p>
    </ConfirmDialog>
  )
}

function billedText(target: Target): string {
  const { currency } = target
  return currency === undefined ? '' : `${amountText(targetSum(target), currency)} net is billed.`
}
