import type { FastifyBaseLogger } from 'fastify'
import type { SecretBox } from '../../process/secret-box.ts'
import type { Database } from '../../database/database.ts'
import type { AddressRules } from '../../process/address-rules.ts'
import { claimDelivery, type DueDelivery, seeActiveClients } from './claim-delivery.ts'
import { deliveryBody } from './delivery-body.ts'
import { type DeliveryOutcome, postDelivery } from './post-delivery.ts'
import { settleDelivery } from './settle-delivery.ts'
import { secretPurpose, signatureHeader } from './signature.ts'

const POLL_MS = 2000
/** Webhooks called at the same time, each with one delivery at a time. A lane that waits for an answer costs little. */
const MAX_LANES = 16

type SenderOptions = {
  database: Database
  secrets: SecretBox
  rules: AddressRules
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}

/**
 * Starts sending due deliveries: when woken, and every few seconds for those that other servers wrote or that wait for
 * a retry.
 *
 * Each delivery is sent at least once, always with the same webhook-id; a delivery whose server ended is sent again.
 * First attempts go to a webhook one after another, in order of events. A failed one is retried later, and later
 * deliveries do not wait for it. Receivers can order events by the order's version and the time in each delivery.
 * `stop` waits for deliveries in progress.
 */
export function startWebhookSender(options: SenderOptions): { wake(): void; stop(): Promise<void> } {
  let isStopped = false
  let isWoken = false
  /** Lanes that are looking for work; the others wait for an answer. */
  let looking = 0
  const lanes = new Set<Promise<void>>()
  const findWork = async () => {
    looking++
    return claim(options).finally(() => looking--)
  }
  const work = async () => {
    do {
      isWoken = false
      while (!isStopped) {
        const due = await findWork()
        if (!due) break
        // Another lane looks for more work in the meantime.
        openLane()
        await deliver(options, due)
      }
    } while (isWoken && !isStopped)
  }
  const openLane = () => {
    if (isStopped || lanes.size >= MAX_LANES) return
    const lane = work()
      .catch((error: unknown) => options.log.warn({ err: error }, 'deliveries could not be looked for'))
      .finally(() => lanes.delete(lane))
    lanes.add(lane)
  }
  const wake = () => {
    isWoken = true
    if (looking === 0) openLane()
  }
  const timer = setInterval(wake, POLL_MS)
  timer.unref()
  return {
    wake,
    async stop() {
      isStopped = true
      clearInterval(timer)
      await Promise.all(lanes)
    },
  }
}

/** Claims the delivery that has been due longest; undefined if none is due. */
function claim({ database }: SenderOptions): Promise<DueDelivery | undefined> {
  return database.transaction(async (transaction) => {
    await seeActiveClients(transaction)
    return transaction.writeRow(claimDelivery(new Date()))
  })
}

/** Sends a delivery and saves its outcome. */
async function deliver(options: SenderOptions, due: DueDelivery): Promise<void> {
  const { database, log } = options
  const outcome = await send(options, due)
  const newStatus = await database.transaction(async (transaction) => {
    await seeActiveClients(transaction)
    return settleDelivery(transaction, due, { ...outcome, now: new Date() })
  })
  if (newStatus === 'failed') {
    const { client_code: client, webhook_id: webhook, attempts } = due
    log.warn(
      { client, webhook, attempts: attempts + 1, status: outcome.status },
      'a delivery to a webhook was given up',
    )
  }
}

async function send(
  { secrets, rules }: SenderOptions,
  due: DueDelivery,
): Promise<DeliveryOutcome & { isHopeless?: boolean }> {
  const secret = secrets.open(due.secret, secretPurpose(due.client_code))
  if (secret === undefined)
    return { status: null, answer: 'Its secret can’t be read. Replace it', tookMs: 0, isHopeless: true }
  const now = Date.now()
  const oldSecret =
    due.old_secret && Number(due.old_secret_until) > now
      ? secrets.open(due.old_secret, secretPurpose(due.client_code))
      : undefined
  const body = deliveryBody(due)
  const timestamp = Math.floor(now / 1000)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Despatch',
    'webhook-id': due.event_id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureHeader([secret, ...(oldSecret === undefined ? [] : [oldSecret])], {
      id: due.event_id,
      timestamp,
      body,
    }),
  }
  return postDelivery({ url: due.url, headers, body, rules })
}
