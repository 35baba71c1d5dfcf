import { Text } from '@mantine/core'
import { type Webhook, webhooks as calls } from '@despatch/contract/feeds/webhooks/webhooks'
import { formatCount } from '@despatch/domain/money/money'
import { call } from '../../kit/server/call.ts'
import { notify } from '../../kit/notify/notify.ts'
import { RemoveDialog, type RemoveProps } from '../../kit/list/remove-dialog.tsx'
import { refreshWebhooks } from './webhook-queries.ts'

type RemoveWebhooksDialogProps = RemoveProps & { readonly webhooks: readonly Webhook[] }

/** Confirms deleting webhooks, and shows their waiting deliveries. */
export function RemoveWebhooksDialog({ webhooks, opened, onClose, onDeleted }: RemoveWebhooksDialogProps) {
  const waiting = webhooks.reduce((sum, one) => sum + one.waiting, 0)
  async function remove() {
    const { message } = await call(calls.remove, { query: { ids: webhooks.map(({ _id }) => _id).join(',') } })
    notify.success(message)
    void refreshWebhooks()
  }
  return (
    <RemoveDialog
      noun={['webhook', 'webhooks']}
      names={webhooks.map(({ name }) => name)}
      opened={opened}
      onRemove={remove}
      onDeleted={onDeleted}
      onClose={onClose}
    >
      <Text size="sm" mt="xs">
        {waiting > 0 &&
          `${formatCount(waiting)} ${waiting === 1 ? 'pending delivery is deleted' : 'pending deliveries are deleted'} with it. `}
        No more events are sent, and the delivery log is deleted. You can’t undo this. To keep the log, switch off under
        Settings instead.
      </Text>
    </RemoveDialog>
  )
}
