import { TextInput } from '@mantine/core'
import type { Dispute } from '@despatch/contract/invoices/disputes'
import type { DisputeAct } from '@despatch/domain/invoices/dispute'
import { useState } from 'react'
import { useDialogDraft } from '../../kit/form/use-dialog-draft.ts'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { DisabledReason } from '../../kit/list/disabled-reason.tsx'
import { ActButton } from '../../kit/record/act-button.tsx'
import { amountText, countText, sumText } from '../invoice-text.ts'
import { useDecideDisabledReason } from '../use-invoice-rights.ts'
import { ACT_LABELS, actOnDisputes, ACTS_WITH_REASON, type ActWithReason, seenOf, whyNotAct } from './act.ts'

type DisputeActionsProps = { readonly disputes: readonly Dispute[]; readonly onDone: () => void }

const ACTS = ['send', 'refuse', 'write-off', 'reopen'] as const satisfies readonly DisputeAct[]
const MAX_REASON = 500

/** The acts on the selected disputes, or on the open one. */
export function DisputeActions({ disputes, onDone }: DisputeActionsProps) {
  const mayNot = useDecideDisabledReason()
  const [openAct, setOpenAct] = useState<ActWithReason>()
  return (
    <>
      <DisabledReason reasons={[mayNot]} />
      {ACTS.map((act) => (
        <ActButton
          key={act}
          label={ACT_LABELS[act]}
          isPrimary={act === 'send'}
          whyNot={mayNot ?? whyNotAct(act, disputes)}
          onAct={async () => {
            if (needsReason(act)) setOpenAct(act)
            else await actOnDisputes(act, disputes).then(onDone)
          }}
        />
      ))}
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
