import { Text } from '@mantine/core'
import { type Webhook, webhooks as calls } from '@despatch/contract/feeds/webhooks/webhooks'
import { formatCount } from '@despatch/domain/money/money'
import { call } from '../../kit/server/call.ts'
import { notify } from '../../kit/notify/notify.ts'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { webhooksChanged } from './webhook-queries.ts'

const MAX_LISTED_NAMES = 10

type RemoveWebhooksDialogProps = {
  readonly webhooks: readonly Webhook[]
  readonly opened: boolean
  readonly onClose: () => void
  readonly onDeleted: () => void
}

/** Asks before webhooks are deleted, with what is still on its way to them. */
export function RemoveWebhooksDialog({ webhooks, opened, onClose, onDeleted }: RemoveWebhooksDialogProps) {
  const [first] = webhooks
  const many = webhooks.length
  const waiting = webhooks.reduce((sum, one) => sum + one.waiting, 0)
  const named = webhooks.slice(0, MAX_LISTED_NAMES).map(({ name }) => name)
  const more = many - named.length
  async function remove() {
    const { message } = await call(calls.remove, { query: { ids: webhooks.map(({ _id }) => _id).join(',') } })
    notify.success(message)
    void webhooksChanged()
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={many === 1 && first ? `Delete the webhook ${first.name}?` : `Delete ${formatCount(many)} webhooks?`}
      confirmLabel={many === 1 ? 'Delete the webhook' : `Delete ${formatCount(many)} webhooks`}
      isDangerous
      onConfirm={remove}
      onDone={onDeleted}
      onClose={onClose}
    >
      {many > 1 && (
        <Text size="sm">
          {named.join(', ')}
          {more > 0 && ` and ${formatCount(more)} more`}
        </Text>
      )}
      <Text size="sm" mt="xs">
        {waiting > 0 &&
          `${formatCount(waiting)} ${waiting === 1 ? 'delivery that is on its way goes' : 'deliveries that are on their way go'} with it. `}
        Nothing is told to {many === 1 ? 'it' : 'them'} any more, and the log of deliveries goes. It cannot be undone;
        switching off under Settings keeps both.
      </Text>
    </ConfirmDialog>
  )
}
