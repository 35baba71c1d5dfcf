import { Tabs } from '@mantine/core'
import type { Webhook } from '@despatch/contract/feeds/webhooks/webhooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { nameTab } from '../../kit/tabs/window-tabs.ts'
import { RecordLoading } from '../../kit/record/record-loading.tsx'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { webhookTabId } from './addresses.ts'
import type { NewSecret } from './new-secret-dialog.tsx'
import { WebhookDeliveries } from './webhook-deliveries.tsx'
import { recordShape, webhookRecord, refreshWebhooks } from './webhook-queries.ts'
import { WebhookSettings } from './webhook-settings.tsx'
import { webhookNotice } from './webhook-text.ts'
import styles from './webhooks.module.css'

/** Reload intervals with and without waiting deliveries. */
const [BUSY_MS, IDLE_MS] = [3000, 15_000]

type WebhookRecordProps = { readonly id: string; readonly onSecret: (newSecret: NewSecret) => void }

/** One webhook in its own tab, with deliveries and settings. */
export function WebhookRecord({ id, onSecret }: WebhookRecordProps) {
  const { data: webhook, error, refetch } = useQuery(webhookRecord(id))
  const name = webhook?.name
  useEffect(() => {
    if (name) nameTab(webhookTabId(id), name)
  }, [id, name])
  if (!webhook)
    return (
      <RecordLoading
        title={`Webhook ${id}`}
        why={webhook === null ? 'Webhook not found. It may belong to another client.' : undefined}
        error={error}
        onRetry={() => void refetch()}
      />
    )
  return <OpenWebhook webhook={webhook} onSecret={onSecret} />
}

function OpenWebhook({ webhook, onSecret }: { readonly webhook: Webhook } & Pick<WebhookRecordProps, 'onSecret'>) {
  const [search, change] = useScreenSearch(recordShape)
  const { tab } = search
  const isWatched = tab === 'deliveries'
  const every = webhook.waiting > 0 && webhook.active ? BUSY_MS : IDLE_MS
  useEffect(() => {
    if (!isWatched) return undefined
    const timer = setInterval(() => document.visibilityState === 'visible' && void refreshWebhooks(), every)
    return () => clearInterval(timer)
  }, [isWatched, every])
  const notice = webhookNotice(webhook)
  const head = (
    <div className={styles.head}>
      {notice && (
        <p role="note" className={styles.notice}>
          {notice}
        </p>
      )}
      <Tabs.List>
        <Tabs.Tab value="deliveries">Deliveries</Tabs.Tab>
        <Tabs.Tab value="settings">Settings</Tabs.Tab>
      </Tabs.List>
    </div>
  )
  return (
    <Tabs
      className={styles.frame ?? ''}
      value={tab}
      onChange={(to) => change({ tab: to === 'settings' ? 'settings' : 'deliveries' })}
    >
      {isWatched ? (
        <WebhookDeliveries webhook={webhook} head={head} search={search} onSearch={change} />
      ) : (
        <WebhookSettings webhook={webhook} head={head} onSecret={onSecret} />
      )}
    </Tabs>
  )
}
