import type { FastifyBaseLogger } from 'fastify'
import type { SecretBox } from '../../process/secret-box.ts'
import type { Database } from '../../database/database.ts'
import type { AddressRules } from '../../process/address-rules.ts'
import { claimDelivery, type DueDelivery, seeAllClients } from './claim-delivery.ts'
import { bodyOf } from './delivery-body.ts'
import { type Outcome, postDelivery } from './post-delivery.ts'
import { settleDelivery } from './settle-delivery.ts'
import { purposeOfSecret, signaturesOf } from './signature.ts'

const LOOK_AGAIN_MS = 2000
/** Webhooks that are sent to at once; to each of them one delivery at a time. A lane that waits for an answer costs little. */
const LANES = 16

type Given = {
  database: Database
  secrets: SecretBox
  rules: AddressRules
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}

/**
 * Delivers what is due to webhooks: when woken, and every few seconds, for what is written by others and what has waited.
 *
 * Each delivery is made at least once, with the same webhook-id however often: what was in hand when a server ended is
 * sent again. First tries go to a webhook one after another, in order of happening; one that is not taken is tried again
 * later, and those after it do not wait for it. An order's version, and the time in each delivery, say what was before what.
 * `stop` lets the deliveries that are on their way arrive.
 */
export function startDelivering(given: Given): { wake(): void; stop(): Promise<void> } {
  let isStopped = false
  let isWanted = false
  /** How many lanes look for something to do; the others wait for the answer of a receiver. */
  let looking = 0
  const lanes = new Set<Promise<void>>()
  const look = async () => {
    looking++
    return claim(given).finally(() => looking--)
  }
  const work = async () => {
    do {
      isWanted = false
      while (!isStopped) {
        const due = await look()
        if (!due) break
        // While there is something to do, another lane looks whether there is more.
        open()
        await deliver(given, due)
      }
    } while (isWanted && !isStopped)
  }
  const open = () => {
    if (isStopped || lanes.size >= LANES) return
    const lane = work()
      .catch((error: unknown) => given.log.warn({ err: error }, 'deliveries could not be looked for'))
      .finally(() => lanes.delete(lane))
    lanes.add(lane)
  }
  const wake = () => {
    isWanted = true
    if (looking === 0) open()
  }
  const timer = setInterval(wake, LOOK_AGAIN_MS)
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

/** Takes what has been due longest; undefined when nothing is. */
function claim({ database }: Given): Promise<DueDelivery | undefined> {
  return database.transaction(async (transaction) => {
    await seeAllClients(transaction)
    return transaction.writeRow(claimDelivery(new Date()))
  })
}

/** Sends a delivery, and keeps what came of it. */
async function deliver(given: Given, due: DueDelivery): Promise<void> {
  const { database, log } = given
  const outcome = await send(given, due)
  const became = await database.transaction(async (transaction) => {
    await seeAllClients(transaction)
    return settleDelivery(transaction, due, { ...outcome, now: new Date() })
  })
  if (became === 'failed') {
    const { client_code: client, webhook_id: webhook, attempts } = due
    log.warn(
      { client, webhook, attempts: attempts + 1, status: outcome.status },
      'a delivery to a webhook was given up',
    )
  }
}

async function send({ secrets, rules }: Given, due: DueDelivery): Promise<Outcome & { isHopeless?: boolean }> {
  const secret = secrets.open(due.secret, purposeOfSecret(due.client_code))
  if (secret === undefined)
    return { status: null, answer: 'Its secret cannot be read any more: replace it', tookMs: 0, isHopeless: true }
  const now = Date.now()
  const old =
    due.old_secret && Number(due.old_secret_until) > now
      ? secrets.open(due.old_secret, purposeOfSecret(due.client_code))
      : undefined
  const body = bodyOf(due)
  const timestamp = Math.floor(now / 1000)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Despatch',
    'webhook-id': due.event_id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signaturesOf([secret, ...(old === undefined ? [] : [old])], {
      id: due.event_id,
      timestamp,
      body,
    }),
  }
  return postDelivery({ url: due.url, headers, body, rules })
}
