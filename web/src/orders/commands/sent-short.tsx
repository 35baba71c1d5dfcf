import { Button, TextInput } from '@mantine/core'
import type { Order } from '@despatch/contract/orders/order'
import { orders } from '@despatch/contract/orders/orders'
import { isSinglePiece, shortfallText, whyNotClose, whyNotReopen } from '@despatch/domain/orders/commands/sent-short'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { restoreFocus } from '../../kit/browser/focus.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { notify } from '../../kit/notify/notify.ts'
import { OptionalLabel } from '../../kit/form/optional-label.tsx'
import { useDialogDraft } from '../../kit/form/use-dialog-draft.ts'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { DisabledReason } from '../../kit/list/disabled-reason.tsx'
import { useShowsActions, useChangeDisabledReason } from '../use-order-rights.ts'
import styles from './work-orders.module.css'

type SentShortActionsProps = {
  readonly order: Pick<Order, 'clientCode' | 'orderNumber' | 'version' | 'Status' | 'shortfall'>
}

/** Closes or reopens an order that was sent short. */
export function SentShortActions({ order }: SentShortActionsProps) {
  const { orderNumber, version, clientCode: client, Status: status, shortfall } = order
  const [isAsked, setAsked] = useState(false)
  const draft = useDialogDraft(`close-short ${client} ${orderNumber}`, isAsked, { note: '' }, version)
  const { note } = draft.values
  const { changes } = useShowsActions()
  const whyNot = useChangeDisabledReason()
  const reopening = useMutation({
    mutationFn: () => call(orders.reopen, { body: { orderNumber, version } }, { client }),
    onSuccess: notifyDone,
    onError(refusal) {
      notify.danger(messageOf(refusal))
      readAgain()
    },
  })
  if (!changes || !shortfall) return null
  const judged = { status, shortfall }
  return (
    <span className={styles.acts} role="group" aria-label="Unsent units">
      <DisabledReason reasons={[whyNot]} />
      {whyNotClose(judged) === undefined && (
        <Button size="xs" variant="default" disabled={whyNot !== undefined} onClick={() => setAsked(true)}>
          Close short…
        </Button>
      )}
      {whyNotReopen(judged) === undefined && (
        <Button
          size="xs"
          variant="default"
          disabled={whyNot !== undefined}
          loading={reopening.isPending}
          onClick={() => reopening.mutate()}
        >
          Reopen
        </Button>
      )}
      <ConfirmDialog
        opened={isAsked}
        title={`Close order ${orderNumber} short?`}
        confirmLabel="Close short"
        draft={draft}
        onConfirm={async () => {
          const body = { orderNumber, version: draft.seen, note }
          try {
            return await call(orders.closeShort, { body }, { client, idempotencyKey: draft.markSent() })
          } catch (refusal) {
            readAgain()
            throw refusal
          }
        }}
        onDone={notifyDone}
        onClose={() => setAsked(false)}
      >
        <p>
          {shortfallText(shortfall)} {isSinglePiece(shortfall) ? 'was' : 'were'} not sent. Once closed short, the order
          is delivered when its last parcel arrives. You can reopen it.
        </p>
        <TextInput
          label={<OptionalLabel>Note</OptionalLabel>}
          maxLength={500}
          autoComplete="off"
          value={note}
          onChange={(event) => draft.set({ note: event.currentTarget.value })}
        />
      </ConfirmDialog>
    </span>
  )
}

function notifyDone({ message }: { readonly message: string }): void {
  notify.success(message)
  readAgain()
}

/** After a refusal too: someone else may have been faster. */
function readAgain(): void {
  // The pressed button may be gone, so move the focus.
  void queryClient.invalidateQueries({ queryKey: ['orders'] }).then(() => requestAnimationFrame(restoreFocus))
}
