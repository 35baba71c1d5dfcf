import { webhooks } from '@despatch/contract/feeds/webhooks/webhooks'
import { bind } from '../../http/bind.ts'
import { createWebhook } from './create-webhook.ts'
import { listAttempts } from './list-attempts.ts'
import { listDeliveries } from './list-deliveries.ts'
import { listWebhooks } from './list-webhooks.ts'
import { redeliver } from './redeliver.ts'
import { removeWebhooks } from './remove-webhooks.ts'
import { replaceSecret } from './replace-secret.ts'
import { testWebhook } from './test-webhook.ts'
import { updateWebhook } from './update-webhook.ts'

export const webhooksRoutes = bind(webhooks, {
  list: listWebhooks,
  create: createWebhook,
  update: updateWebhook,
  remove: removeWebhooks,
  replaceSecret,
  test: testWebhook,
  deliveries: listDeliveries,
  attempts: listAttempts,
  redeliver,
})
