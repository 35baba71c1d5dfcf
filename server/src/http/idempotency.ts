import type { Route } from '@despatch/contract/route/route'
import { SECRET_SHOWN_ONCE } from '@despatch/domain/feedback/messages'
import type { FastifyReply } from 'fastify'
import { db } from '../database/sql.ts'
import type { Context } from './context.ts'
import { AppError } from '../process/app-error.ts'

/**
 * Does the work once for an Idempotency-Key of a user and client (of a call for several clients the first of them), in the
 * transaction of the work itself; a repeat gets the first answer, with the header idempotency-replayed. The same key with another
 * request is refused, and so is every repeat where the answer holds a secret ('secret'): such an answer is not kept. Of two at
 * once, the second waits for the first. A client's user without any client is not protected.
 */
export async function withIdempotency(
  { transaction, client, clients, caller, now, services }: Context,
  asked: { key: string; route: Route; input: unknown },
  reply: FastifyReply,
  work: () => Promise<unknown>,
): Promise<unknown> {
  if (!/^[\x21-\x7e]{1,100}$/.test(asked.key))
    throw new AppError('bad_request', 'An Idempotency-Key is 1 to 100 printable characters without spaces.')
  const hasSecret = asked.route.idempotent === 'secret'
  // No plain hash: a temporary password within could be found by trying.
  const hash = services.secrets.fingerprint(JSON.stringify(asked.input), 'idempotency')
  // Row-level security lets internal users alone keep what is of no client.
  const of = client || (clients[0] ?? (caller.isInternal ? '' : undefined))
  if (of === undefined) return work()
  const mine = { client_code: of, user_id: caller.userId, key: asked.key }
  const findFirst = (within: readonly string[]) =>
    transaction.row(
      db
        .selectFrom('idempotency_keys')
        .select(['call', 'request_hash', 'answer'])
        .where('client_code', 'in', within)
        .where('user_id', '=', caller.userId)
        .where('key', '=', asked.key),
    )
  // Another of several clients may have been the first then.
  const earlier = clients.length > 1 ? await findFirst(clients) : undefined
  const isFirst =
    !earlier &&
    (await transaction.writeRow(
      db
        .insertInto('idempotency_keys')
        .values({ ...mine, call: asked.route.path, request_hash: hash, answer: null, created_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .returning('key'),
    ))
  if (isFirst) {
    const answer = await work()
    // Not waited for: it travels with the commit, which is refused where this fails.
    if (!hasSecret)
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
  const before = earlier ?? (await findFirst([of]))
  if (!before || before.call !== asked.route.path || !before.request_hash.equals(hash))
    throw new AppError('idempotency_key_reused', 'This Idempotency-Key was used for another request: use a new one.')
  if (hasSecret) throw new AppError('idempotency_key_reused', SECRET_SHOWN_ONCE)
  reply.header('idempotency-replayed', 'true')
  return before.answer
}
