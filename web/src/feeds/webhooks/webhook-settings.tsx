import { Button, Tabs, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { amendedWebhook, type Webhook, webhooks as calls } from '@despatch/contract/feeds/webhooks/webhooks'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { RecordHistory } from '../../administration/user-activity/record-history.tsx'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { leaveRecord } from '../../kit/tabs/leave-record.ts'
import { notify } from '../../kit/notify/notify.ts'
import { mergedValues } from '../../kit/form/conflict.ts'
import { FormShell } from '../../kit/form/form-shell.tsx'
import recordStyles from '../../kit/form/record.module.css'
import { useContractForm } from '../../kit/form/use-contract-form.tsx'
import { useVersionConflict } from '../../kit/form/use-version-conflict.tsx'
import { BackLink } from '../../kit/record/back-link.tsx'
import { RecordFacts } from '../../kit/record/record-facts.tsx'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { momentText } from '../../kit/list/columns/moment-text.ts'
import { WEBHOOKS, webhookTabId } from './addresses.ts'
import type { NewSecret } from './new-secret-dialog.tsx'
import { RemoveWebhooksDialog } from './remove-webhooks-dialog.tsx'
import { WebhookFields } from './webhook-fields.tsx'
import { webhookRecord, refreshWebhooks } from './webhook-queries.ts'
import { describeWebhook, toWebhookValues, WEBHOOK_LABELS } from './webhook-values.ts'
import styles from './webhooks.module.css'
import { serverNow } from '../../kit/browser/clock.ts'

type WebhookSettingsProps = {
  readonly webhook: Webhook
  readonly head: ReactNode
  readonly onSecret: (newSecret: NewSecret) => void
}

/** The settings of a webhook: a form, or its facts if the user may not change it. */
export function WebhookSettings(props: WebhookSettingsProps) {
  const whyNot = useEditDisabledReason('feeds.webhooks')
  if (!whyNot) return <SettingsForm {...props} />
  const { webhook, head } = props
  return (
    <section className={recordStyles.screen} aria-label={webhook.name}>
      <BackLink paths={[WEBHOOKS]} />
      <h1>{webhook.name}</h1>
      {head}
      <Tabs.Panel value="settings">
        <p role="note">{whyNot}</p>
        <RecordFacts
          facts={Object.fromEntries(
            Object.values(describeWebhook(toWebhookValues(webhook))).map(({ title, text }) => [title, text]),
          )}
        />
        <History id={webhook._id} />
      </Tabs.Panel>
    </section>
  )
}

function History({ id }: { readonly id: string }) {
  return (
    <section className={recordStyles.section}>
      <h2>History</h2>
      <RecordHistory of="webhook" id={id} />
    </section>
  )
}

function SettingsForm({ webhook, head, onSecret }: WebhookSettingsProps) {
  const router = useRouter()
  const [isRemoving, removing] = useDisclosure()
  const [isReplacing, replacing] = useDisclosure()
  const [initialValues] = useState(() => toWebhookValues(webhook))
  const leave = () => void leaveRecord(router, webhookTabId(webhook._id), WEBHOOKS)
  const state = useContractForm({
    schema: amendedWebhook,
    initialValues,
    draftKey: `webhook-${webhook._id}`,
    labels: WEBHOOK_LABELS,
    async onSubmit(body) {
      const answer = await call(calls.update, { body }).catch(conflict.show)
      conflict.rebase(toWebhookValues(answer.webhook))
      notify.success(answer.message)
      queryClient.setQueryData(webhookRecord(webhook._id).queryKey, answer.webhook)
      void refreshWebhooks()
    },
    onCancel() {
      conflict.clear()
      leave()
    },
  })
  const conflict = useVersionConflict({
    noun: 'webhook',
    state,
    initialValues,
    async fetchNow() {
      const now = await queryClient.fetchQuery({ ...webhookRecord(webhook._id), staleTime: 0 })
      return now ? toWebhookValues(now) : undefined
    },
    shown: describeWebhook,
    merged: mergedValues,
  })
  return (
    <FormShell title={webhook.name} backTo={[WEBHOOKS]} state={state} saveLabel="Save">
      {head}
      <Tabs.Panel value="settings" pt="md">
        {conflict.panel}
        <WebhookFields form={state.form} />
        {webhook.oldSecretUntil && (
          <Text size="sm" mt="md">
            The secret was replaced: until {momentText(new Date(webhook.oldSecretUntil), serverNow())} deliveries are
            signed with the one before as well.
          </Text>
        )}
        <div className={styles.beneath}>
          <Button size="xs" variant="default" onClick={replacing.open}>
            Replace secret…
          </Button>
          <Button size="xs" variant="default" onClick={removing.open}>
            Delete…
          </Button>
        </div>
        <History id={webhook._id} />
      </Tabs.Panel>
      <ConfirmDialog
        opened={isReplacing}
        title={`Replace secret of ${webhook.name}?`}
        confirmLabel="Replace secret"
        onConfirm={async () => call(calls.replaceSecret, { params: { id: webhook._id } })}
        onDone={({ message, secret }) => {
          notify.success(message)
          onSecret({ name: webhook.name, secret })
          void refreshWebhooks()
        }}
        onClose={replacing.close}
      >
        For one day, deliveries are signed with both secrets, separated by a space in webhook-signature. After that,
        only the new secret is used.
        {webhook.oldSecretUntil && ' It was replaced less than a day ago. The earlier secret stops working now.'}
      </ConfirmDialog>
      <RemoveWebhooksDialog webhooks={[webhook]} opened={isRemoving} onClose={removing.close} onDeleted={leave} />
    </FormShell>
  )
}
