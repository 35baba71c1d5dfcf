import { useState } from 'react'
import { ForOneClient } from '../../sign-in/sessions/for-one-client.tsx'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { NEW_WEBHOOK } from './addresses.ts'
import { type NewSecret, NewSecretDialog } from './new-secret-dialog.tsx'
import { NewWebhook } from './new-webhook.tsx'
import { WebhookList } from './webhook-list.tsx'
import { webhookShape } from './webhook-queries.ts'
import { WebhookRecord } from './webhook-record.tsx'

const TITLE = 'Webhooks'

/** The client's webhooks, or one of them in its own tab. */
export function WebhooksScreen() {
  const [{ webhook }] = useScreenSearch(webhookShape)
  // Kept here, because the form that receives it is closed by then.
  const [newSecret, setNewSecret] = useState<NewSecret>()
  return (
    <>
      <ForOneClient
        title={TITLE}
        what="see its webhooks"
        ofAll={webhook === '' && <WebhookList title={TITLE} isOfAll />}
      >
        {(client) =>
          webhook === '' ? (
            <WebhookList key={client} title={TITLE} />
          ) : webhook === NEW_WEBHOOK ? (
            <NewWebhook key={client} onSecret={setNewSecret} />
          ) : (
            <WebhookRecord key={`${client} ${webhook}`} id={webhook} onSecret={setNewSecret} />
          )
        }
      </ForOneClient>
      <NewSecretDialog newSecret={newSecret} onClose={() => setNewSecret(undefined)} />
    </>
  )
}
