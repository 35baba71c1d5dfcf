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
      title={`Delete ${whichText(target)}?`}
      confirmLabel={`Delete ${target ? targetText(target) : ''}`}
      isDangerous
      onConfirm={async () => target && remove(target)}
      onDone={onDone}
      onClose={onClose}
    >
      <p>
        {target && billedText(target)} It cannot be undone.
        {target?.kind === 'invoice'
          ? ' Decisions on them and disputes that were not sent go with them. Their numbers are free again: the files can be imported again.'
          : ' The proof of the import keeps how many rows were deleted.'}
      </p>
    </ConfirmDialog>
  )
}

function billedText(target: Target): string {
  const { currency } = target
  return currency === undefined ? '' : `${amountText(targetSum(target), currency)} net is billed.`
}
