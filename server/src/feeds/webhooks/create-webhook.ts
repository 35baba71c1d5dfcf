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
import { auditWebhook } from './audit-webhook.ts'
import { toNameTakenError, presentWebhook, countWebhooks } from './queries.ts'
import { newSecret, secretPurpose } from './signature.ts'

/**
 * Creates a webhook. Only this answer contains the secret that signs its deliveries; it is stored sealed and never
 * shown again.
 * @throws AppError for a URL that may not be called, a name that the client already uses, or too many webhooks (422)
 */
export async function createWebhook(
  context: Context,
  { body }: RouteChecked<typeof routes.create>,
): Promise<RouteAnswer<typeof routes.create>> {
  const { transaction, client, caller, now, services } = context
  refuseUrl(context, body.url)
  const counted = await transaction.row(countWebhooks({ clients: [client] }))
  if ((counted?.total ?? 0) >= MAX_WEBHOOKS)
    throw new AppError('unprocessable', `A client has at most ${MAX_WEBHOOKS} webhooks. Change or delete one instead.`)
  const secret = newSecret()
  const values = { ...body, events: WEBHOOK_EVENT_NAMES.filter((name) => body.events.includes(name)) }
  const [row] = await transaction
    .write(
      db
        .insertInto('webhooks')
        .values({
          ...values,
          client_code: client,
          secret: services.secrets.seal(secret, secretPurpose(client)),
          created_at: now,
          created_by: caller.username,
        })
        .returningAll(),
    )
    .catch((error: { code?: string }) => {
      throw toNameTakenError(error)
    })
  if (!row) throw new Error('A webhook was inserted and did not come back')
  await auditWebhook(context, { id: row.webhook_id, name: row.name, act: 'webhook.created', is: values })
  return { message: DATA_ADDED, webhook: presentWebhook({ ...row, waiting: 0, failed: 0 }, now), secret }
}

/** @throws AppError for a URL that may not be called, judged by the URL alone */
export function refuseUrl({ services }: Pick<Context, 'services'>, url: string): void {
  const rules = services.webhookAddresses
  const problem = webhookUrlProblem(url, (host, port) => rules.isNamed({ host, port })) ?? addressProblem()
  if (problem) throw refuseFields([{ path: 'url', message: problem }])
  function addressProblem(): string | undefined {
    const target = targetOf(new URL(url))
    return isIP(target.host) && !rules.isOpen(target, target.host)
      ? 'This is a private network address. Enter a public one'
      : undefined
  }
}
