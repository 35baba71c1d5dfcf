import { type WebhookDelivery, webhooks } from '@despatch/contract/feeds/webhooks/webhooks'
import { call } from '../../kit/server/call.ts'
import { notify } from '../../kit/notify/notify.ts'
import { fetchDeliveries, refreshWebhooks } from './webhook-queries.ts'
import { answerLabel } from './webhook-text.ts'

/** A delivery takes at most ten seconds, and may wait for another one. */
const MAX_POLLS = 50
const POLL_MS = 500

/** Sends a test to a webhook, waits for its outcome and shows it. Throws the server's refusal. */
export async function sendTest(id: string): Promise<void> {
  const { delivery } = await call(webhooks.test, { params: { id } })
  void refreshWebhooks()
  const outcome = await waitForOutcome(id, delivery)
  void refreshWebhooks()
  if (outcome?.status === 'delivered')
    notify.success(`Test delivered: ${answerLabel(outcome)}, in ${outcome.tookMs} ms.`)
  else if (outcome) notify.danger(`Test failed. ${answerLabel(outcome)}.`)
  else notify.info('The test is still being sent. Its result will appear in the list.')
}

async function waitForOutcome(id: string, delivery: string): Promise<WebhookDelivery | undefined> {
  for (let poll = 0; poll < MAX_POLLS; poll++) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    const { rows } = await fetchDeliveries(id, { status: '', event: 'webhook.test' }, 1, 50)
    const found = rows.find(({ _id, attempts }) => _id === delivery && attempts > 0)
    if (found) return found
  }
  return undefined
}
