import { Button } from '@mantine/core'
import type { InvoiceSummary } from '@despatch/contract/invoices/invoice'
import { useKeys } from '../kit/keys/keys.ts'
import { DisabledReason } from '../kit/list/disabled-reason.tsx'
import { useOneAtATime } from '../kit/list/use-one-at-a-time.ts'
import { notify } from '../kit/notify/notify.ts'
import { messageOf } from '../kit/server/api-error.ts'
import { decide, MAX_DECIDED, type Target, targetText, undoRows } from './accept-and-reject/decide.ts'
import type { DecisionRequest } from './accept-and-reject/decision-dialogs.tsx'
import { whyNotDecide } from './invoice-actions.tsx'
import { useDecideDisabledReason } from './use-invoice-rights.ts'

type RowActionsProps = {
  readonly invoice: InvoiceSummary
  readonly target: Exclude<Target, { readonly kind: 'invoice' }>
  readonly onAsk: (request: DecisionRequest) => void
  /** Called after an act without a dialog. */
  readonly onDone: () => void
}

/** Accepting more rows than this needs a confirmation; fewer are accepted at once, which can be undone. */
const MAX_UNCONFIRMED = 50

/** The actions on selected details or parcel rows. */
export function RowActions({ invoice, target, onAsk, onDone }: RowActionsProps) {
  const mayNot = useDecideDisabledReason()
  const { rows } = target
  const tooMany = rows.length > MAX_DECIDED ? `Choose up to ${MAX_DECIDED} rows at once.` : undefined
  const whyNot = mayNot ?? whyNotDecide([invoice]) ?? tooMany
  const decided = rows.some(({ status }) => status !== 'Imported')
  const open = rows.some(({ status }) => status !== 'Accepted')
  const whyNotUndo = whyNot ?? (decided ? undefined : 'None are accepted or rejected yet.')
  const whyNotAccept = whyNot ?? (open ? undefined : 'Already accepted.')

  const acceptNow = useOneAtATime(() =>
    decide(target, 'Accepted').then(onDone, (error: unknown) => notify.danger(messageOf(error))),
  )
  const undo = useOneAtATime(() => undoRows(target).then(onDone))
  function accept() {
    if (whyNotAccept !== undefined) return
    if (rows.length > MAX_UNCONFIRMED) onAsk({ what: 'accept', target })
    else acceptNow()
  }
  const reject = () => whyNot === undefined && onAsk({ what: 'reject', target })
  useKeys({ a: accept, r: reject, u: () => whyNotUndo === undefined && undo() })
  return (
    <>
      <DisabledReason reasons={[whyNot]} />
      <Button size="xs" disabled={whyNotAccept !== undefined} title={whyNotAccept ?? 'A'} onClick={accept}>
        Accept {targetText(target)}
        {rows.length > MAX_UNCONFIRMED && '…'}
      </Button>
      <Button size="xs" variant="default" disabled={whyNot !== undefined} title={whyNot ?? 'R'} onClick={reject}>
        Reject {targetText(target)}…
      </Button>
      <Button size="xs" variant="default" disabled={whyNotUndo !== undefined} title={whyNotUndo ?? 'U'} onClick={undo}>
        Undo
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={whyNot !== undefined}
        onClick={() => onAsk({ what: 'delete', target })}
      >
        Delete {targetText(target)}…
      </Button>
    </>
  )
}
