import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { db } from '../database/sql.ts'
import type { Context } from './context.ts'
import { AppError } from '../process/app-error.ts'

/**
 * Does the work once for an Idempotency-Key of a user and client (of a call for several clients the first of them), in the
 * transaction of the work itself; a repeat gets the first answer, with the header idempotency-replayed. The same key with another
 * request is refused. Of two at once, the second waits for the first. A caller without any client is not protected.
 */
export async function withIdempotency(
  { transaction, client, clients, caller, now }: Context,
  asked: { key: string; call: string; input: unknown },
  reply: FastifyReply,
  work: () => Promise<unknown>,
): Promise<unknown> {
  if (!/^[\x21-\x7e]{1,100}$/.test(asked.key))
    throw new AppError('bad_request', 'An Idempotency-Key is 1 to 100 printable characters without spaces.')
  const hash = createHash('sha256').update(JSON.stringify(asked.input)).digest()
  const of = client || clients[0]
  // Keys are kept by client: without one a repeat does the work again.
  if (of === undefined) return work()
  const mine = { client_code: of, user_id: caller.userId, key: asked.key }
  const first = await transaction.writeRow(
    db
      .insertInto('idempotency_keys')
      .values({ ...mine, call: asked.call, request_hash: hash, answer: null, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key'),
  )
  if (first) {
    const answer = await work()
    // Not waited for: it travels with the commit, which is refused where this fails.
    void transaction.write(
      db
        .updateTable('idempotency_keys')
        .set({ answer: JSON.stringify(answer) })
        .where('client_code', '=', of)
        .where('user_id', '=', caller.userId)
        .where('key', '=', asked.key),
    )
    return answer
  }
  const before = await transaction.row(
    db
      .selectFrom('idempotency_keys')
      .select(['call', 'request_hash', 'answer'])
      .where('client_code', '=', of)
      .where('user_id', '=', caller.userId)
      .where('key', '=', asked.key),
  )
  if (!before || before.call !== asked.call || !before.request_hash.equals(hash))
    throw new AppError('idempotency_key_reused', 'This Idempotency-Key was used for another request: use a new one.')
  reply.header('idempotency-replayed', 'true')
  return before.answer
}
