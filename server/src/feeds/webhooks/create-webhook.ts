import type { webhooks as routes } from '@despatch/contract/feeds/webhooks/webhooks'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { DATA_ADDED } from '@despatch/domain/feedback/messages'
import { MAX_WEBHOOKS, WEBHOOK_EVENT_NAMES } from '@despatch/domain/feeds/webhooks/webhook-events'
import { webhookUrlProblem } from '@despatch/domain/feeds/webhooks/webhook-url'
import { isIP } from 'node:net'
import type { Context } from '../../http/context.ts'
import { AppError, refuseFields } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import { targetOf } from '../../process/address-rules.ts'
import { auditWebhook } from './audited-webhook.ts'
import { nameTaken, presentWebhook, webhooksTotal } from './queries.ts'
import { newSecret, purposeOfSecret } from './signature.ts'

/**
 * Adds a webhook. The answer holds the secret that its deliveries are signed with; it is kept sealed, and never shown
 * again. Throws an AppError for an address that nothing may be sent to, a name that the client has already, and one webhook
 * more than a client may have (422).
 */
export async function createWebhook(
  context: Context,
  { body }: RouteChecked<typeof routes.create>,
): Promise<RouteAnswer<typeof routes.create>> {
  const { transaction, client, caller, now, services } = context
  refuseUrl(context, body.url)
  const counted = await transaction.row(webhooksTotal({ client }))
  if ((counted?.total ?? 0) >= MAX_WEBHOOKS)
    throw new AppError('unprocessable', `A client has at most ${MAX_WEBHOOKS} webhooks: change or delete one instead.`)
  const secret = newSecret()
  const values = { ...body, events: WEBHOOK_EVENT_NAMES.filter((name) => body.events.includes(name)) }
  const [row] = await transaction
    .write(
      db
        .insertInto('webhooks')
        .values({
          ...values,
          client_code: client,
          secret: services.secrets.seal(secret, purposeOfSecret(client)),
          created_at: now,
          created_by: caller.username,
        })
        .returningAll(),
    )
    .catch((error: { code?: string }) => {
      throw nameTaken(error)
    })
  if (!row) throw new Error('A webhook was inserted and did not come back')
  await auditWebhook(context, { id: row.webhook_id, name: row.name, act: 'webhook.created', is: values })
  return { message: DATA_ADDED, webhook: presentWebhook({ ...row, waiting: 0, failed: 0 }, now), secret }
}

/** Throws an AppError for an address that nothing may be sent to, as far as it tells by itself. */
export function refuseUrl({ services }: Pick<Context, 'services'>, url: string): void {
  const rules = services.webhookAddresses
  const why = webhookUrlProblem(url, (host, port) => rules.isNamed({ host, port })) ?? whyNotAddress()
  if (why) throw refuseFields([{ path: 'url', message: why }])
  function whyNotAddress(): string | undefined {
    const target = targetOf(new URL(url))
    return isIP(target.host) && !rules.isOpen(target, target.host)
      ? 'This address is of a private network: give one that the internet knows'
      : undefined
  }
}
