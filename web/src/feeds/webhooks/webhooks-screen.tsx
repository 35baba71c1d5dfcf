import { useState } from 'react'
import { ForOneClient } from '../../sign-in/sessions/for-one-client.tsx'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { NEW_WEBHOOK } from './addresses.ts'
import { type GivenSecret, GivenSecretDialog } from './given-secret.tsx'
import { NewWebhook } from './new-webhook.tsx'
import { WebhookList } from './webhook-list.tsx'
import { webhookShape } from './webhook-queries.ts'
import { WebhookRecord } from './webhook-record.tsx'

const TITLE = 'Webhooks'

/** The webhooks of the client; or the one that the address names, in a tab of its own. */
export function WebhooksScreen() {
  const [{ webhook }] = useScreenSearch(webhookShape)
  // Here, as the form that gets it is gone by then.
  const [given, setGiven] = useState<GivenSecret>()
  return (
    <>
      <ForOneClient title={TITLE} what="A webhook">
        {(client) =>
          webhook === '' ? (
            <WebhookList key={client} title={TITLE} />
          ) : webhook === NEW_WEBHOOK ? (
            <NewWebhook key={client} onSecret={setGiven} />
          ) : (
            <WebhookRecord key={`${client} ${webhook}`} id={webhook} onSecret={setGiven} />
          )
        }
      </ForOneClient>
      <GivenSecretDialog given={given} onClose={() => setGiven(undefined)} />
    </>
  )
}
