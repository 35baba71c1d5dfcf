import { type WebhookDelivery, webhooks } from '@despatch/contract/feeds/webhooks/webhooks'
import { call } from '../../kit/server/call.ts'
import { notify } from '../../kit/notify/notify.ts'
import { fetchDeliveries, webhooksChanged } from './webhook-queries.ts'
import { answerLabel } from './webhook-text.ts'

/** A delivery takes ten seconds at most, and may stand behind one that is on its way. */
const MAX_LOOKS = 50
const LOOK_AGAIN_MS = 500

/** Sends a test to a webhook, waits for what comes of it, and says it. Throws what the server refuses. */
export async function sendTest(id: string): Promise<void> {
  const { delivery } = await call(webhooks.test, { params: { id } })
  void webhooksChanged()
  const came = await outcomeOf(id, delivery)
  void webhooksChanged()
  if (came?.status === 'delivered') notify.success(`The test was taken: ${answerLabel(came)}, in ${came.tookMs} ms.`)
  else if (came) notify.danger(`The test was not taken. ${answerLabel(came)}.`)
  else notify.info('The test is still on its way: what comes of it stands in the list.')
}

async function outcomeOf(id: string, delivery: string): Promise<WebhookDelivery | undefined> {
  for (let look = 0; look < MAX_LOOKS; look++) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
    const { rows } = await fetchDeliveries(id, { status: '', event: 'webhook.test' }, 1, 50)
    const found = rows.find(({ _id, attempts }) => _id === delivery && attempts > 0)
    if (found) return found
  }
  return undefined
}
