import { TextInput } from '@mantine/core'
import { feeds } from '@despatch/contract/feeds/feeds'
import type { FeedRunRow } from '@despatch/contract/feeds/runs/runs'
import { formatCount } from '@despatch/domain/money/money'
import { useState } from 'react'
import { CountField } from '../../kit/form/typed/number-fields.tsx'
import { useDialogDraft } from '../../kit/form/use-dialog-draft.ts'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { notify } from '../../kit/notify/notify.ts'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { refreshFeedRuns } from './feed-run-queries.ts'

/** For more orders, the user must type their number. */
const MAX_UNTYPED = 50

type TakeBackDialogProps = { readonly run: FeedRunRow | undefined; readonly onClose: () => void }

/** Confirms taking back a file of orders, with a reason. */
export function TakeBackDialog({ run, onClose }: TakeBackDialogProps) {
  const draft = useDialogDraft(`take-back ${run?.run}`, run !== undefined, { reason: '' })
  const { reason } = draft.values
  const [typed, setTyped] = useState('')
  const orders = run?.counts?.ordersCreated ?? 0
  const isCountRequired = orders > MAX_UNTYPED
  const close = () => {
    setTyped('')
    onClose()
  }
  return (
    <ConfirmDialog
      opened={run !== undefined}
      title={`Undo import of ${run?.fileName || 'the file'}?`}
      confirmLabel="Undo import"
      isDangerous
      whyNot={confirmProblem(reason, isCountRequired ? { typed, orders } : undefined)}
      draft={draft}
      onConfirm={() => call(feeds.takeBack, { params: { run: run?.run ?? 0 }, body: { reason } })}
      onDone={({ message }) => {
        notify.success(message)
        void refreshFeedRuns()
        void queryClient.invalidateQueries({ queryKey: ['orders'] })
      }}
      onClose={close}
    >
      <p>
        All orders from this file are cancelled, if all of them are still New. Their capacity and stock are released. To
        restore them, import the file again.
      </p>
      <TextInput
        label="Reason"
        description="Shown in each order’s history"
        maxLength={500}
        required
        value={reason}
        onChange={(event) => draft.set({ reason: event.currentTarget.value })}
      />
      {isCountRequired && (
        <CountField
          isText
          mt="sm"
          label={`Type ${formatCount(orders)} to cancel ${formatCount(orders)} orders`}
          value={typed}
          onChange={setTyped}
        />
      )}
    </ConfirmDialog>
  )
}

function confirmProblem(reason: string, number: { typed: string; orders: number } | undefined): string | undefined {
  if (reason.trim() === '') return 'Enter a reason.'
  if (number && number.typed !== String(number.orders)) return `Type ${formatCount(number.orders)} to confirm.`
  return undefined
}
