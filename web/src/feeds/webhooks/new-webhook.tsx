import { newWebhook, webhooks as calls } from '@despatch/contract/feeds/webhooks/webhooks'
import { useRouter } from '@tanstack/react-router'
import { call } from '../../kit/server/call.ts'
import { leaveRecord } from '../../kit/tabs/leave-record.ts'
import { notify } from '../../kit/notify/notify.ts'
import { FormShell } from '../../kit/form/form-shell.tsx'
import { RecordLoading } from '../../kit/record/record-loading.tsx'
import { useContractForm } from '../../kit/form/use-contract-form.tsx'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { NEW_WEBHOOK, webhookAddress, WEBHOOKS, webhookTabId } from './addresses.ts'
import type { NewSecret } from './new-secret-dialog.tsx'
import { WebhookFields } from './webhook-fields.tsx'
import { refreshWebhooks } from './webhook-queries.ts'
import { NEW_VALUES, WEBHOOK_LABELS } from './webhook-values.ts'

const TITLE = 'New Webhook'

type NewWebhookProps = { readonly onSecret: (newSecret: NewSecret) => void }

/** The form of a new webhook. */
export function NewWebhook({ onSecret }: NewWebhookProps) {
  const whyNot = useEditDisabledReason('feeds.webhooks')
  if (whyNot) return <RecordLoading title={TITLE} why={whyNot} error={undefined} onRetry={() => undefined} />
  return <NewForm onSecret={onSecret} />
}

function NewForm({ onSecret }: NewWebhookProps) {
  const router = useRouter()
  const leaveFor = (href: string) => leaveRecord(router, webhookTabId(NEW_WEBHOOK), href)
  const state = useContractForm({
    schema: newWebhook,
    initialValues: NEW_VALUES,
    draftKey: 'webhook-new',
    labels: WEBHOOK_LABELS,
    async onSubmit(body, idempotencyKey) {
      const { message, webhook, secret } = await call(calls.create, { body }, { idempotencyKey })
      notify.success(message)
      onSecret({ name: webhook.name, secret })
      void refreshWebhooks()
      state.whenSaved(() => void leaveFor(webhookAddress(webhook._id)))
    },
    onCancel: () => void leaveFor(WEBHOOKS),
  })
  return (
    <FormShell title={TITLE} state={state} saveLabel="Create webhook">
      <WebhookFields form={state.form} />
    </FormShell>
  )
}
