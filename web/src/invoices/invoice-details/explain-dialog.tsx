import { Textarea } from '@mantine/core'
import { invoices } from '@despatch/contract/invoices/invoices'
import { useDialogDraft } from '../../kit/form/use-dialog-draft.ts'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { notify } from '../../kit/notify/notify.ts'
import { call } from '../../kit/server/call.ts'
import { invoicesChanged } from '../invoice-queries.ts'

type ExplainDialogProps = {
  readonly summaryID: string
  readonly opened: boolean
  readonly onClose: () => void
}

/** Asks why an invoice that does not add up may still be accepted. */
export function ExplainDialog({ summaryID, opened, onClose }: ExplainDialogProps) {
  const draft = useDialogDraft(`explain ${summaryID}`, opened, { reason: '' })
  const { reason } = draft.values
  return (
    <ConfirmDialog
      opened={opened}
      title="Explain the difference"
      confirmLabel="Save"
      whyNot={reason.trim() === '' ? 'Enter an explanation.' : undefined}
      draft={draft}
      onConfirm={async () => {
        const { message } = await call(invoices.explain, { body: { summaryID, reason: reason.trim() } })
        notify.success(message)
        void invoicesChanged()
      }}
      onClose={onClose}
    >
      <p>Saved with the import check, under your name.</p>
      <Textarea
        label="Explanation"
        autosize
        minRows={2}
        maxLength={500}
        data-autofocus
        value={reason}
        onChange={(event) => draft.set({ reason: event.currentTarget.value })}
      />
    </ConfirmDialog>
  )
}
