import { TextInput } from '@mantine/core'
import type { Dispute } from '@despatch/contract/invoices/disputes'
import type { DisputeAct } from '@despatch/domain/invoices/dispute'
import { useState } from 'react'
import { useDialogDraft } from '../../kit/form/use-dialog-draft.ts'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { type RecordAction, RecordActions } from '../../kit/record/record-actions.tsx'
import { amountText, countText, sumText } from '../invoice-text.ts'
import { useDecideDisabledReason } from '../use-invoice-rights.ts'
import { ACT_LABELS, actOnDisputes, ACTS_WITH_REASON, type ActWithReason, seenOf, someAllow } from './act.ts'

type DisputeActionsProps = { readonly disputes: readonly Dispute[]; readonly onDone: () => void }

const MAX_REASON = 500

/** The acts that the selected disputes, or the open one, allow. `more`: what else can be done with the open one. */
export function DisputeActions({
  disputes,
  more,
  onDone,
}: DisputeActionsProps & { readonly more?: RecordAction | undefined }) {
  const whyNot = useDecideDisabledReason()
  const [openAct, setOpenAct] = useState<ActWithReason>()
  const action = (act: DisputeAct): RecordAction | undefined =>
    someAllow(act, disputes)
      ? {
          label: ACT_LABELS[act],
          whyNot,
          onAct: () => (needsReason(act) ? setOpenAct(act) : actOnDisputes(act, disputes).then(onDone)),
        }
      : undefined
  return (
    <>
      <RecordActions
        label="Dispute actions"
        primary={action('send')}
        others={[action('reopen'), more, action('refuse'), action('write-off')]}
      />
      <ReasonDialog act={openAct} disputes={disputes} onDone={onDone} onClose={() => setOpenAct(undefined)} />
    </>
  )
}

const needsReason = (act: DisputeAct): act is ActWithReason => (ACTS_WITH_REASON as readonly DisputeAct[]).includes(act)

type ReasonDialogProps = DisputeActionsProps & { readonly act: ActWithReason | undefined; readonly onClose: () => void }

/** Asks for a reason before a dispute is settled without its credit. */
function ReasonDialog({ act, disputes, onDone, onClose }: ReasonDialogProps) {
  const [first, another] = disputes
  // The draft's name contains the disputes, so that it only applies to those.
  const name = `disputes-${act} ${disputes
    .map(({ disputeID }) => disputeID)
    .toSorted()
    .join(' ')}`
  const draft = useDialogDraft(name, act !== undefined, { reason: '' }, disputes.map(seenOf))
  const { reason } = draft.values
  const which = first && !another ? `dispute ${first.number}` : countText(disputes.length, ['dispute', 'disputes'])
  const isRefusal = act === 'refuse'
  const currencies = new Set(disputes.map(({ currency }) => currency))
  const open =
    currencies.size === 1
      ? `${amountText(sumText(disputes.map((one) => one.open)), first?.currency ?? '')} is open. `
      : ''
  return (
    <ConfirmDialog
      opened={act !== undefined}
      title={isRefusal ? `Mark ${which} as refused?` : `Write off ${which}?`}
      confirmLabel={isRefusal ? 'Mark as refused' : 'Write off'}
      whyNot={reason.trim() === '' ? 'Give a reason.' : undefined}
      draft={draft}
      onConfirm={async () => act && actOnDisputes(act, draft.seen, reason.trim())}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{open}No more credit is expected, and the rows can be accepted. You can reopen it.</p>
      <TextInput
        label="Reason"
        maxLength={MAX_REASON}
        data-autofocus
        autoComplete="off"
        value={reason}
        onChange={(event) => draft.set({ reason: event.currentTarget.value })}
      />
    </ConfirmDialog>
  )
}
