import type { Route } from '@despatch/contract/route/route'
import { SECRET_SHOWN_ONCE } from '@despatch/domain/feedback/messages'
import type { FastifyReply } from 'fastify'
import { db } from '../database/sql.ts'
import type { Context } from './context.ts'
import { AppError } from '../process/app-error.ts'

/**
 * Does the work once per Idempotency-Key of a user and client (for several clients, the first), in the transaction of the work.
 * A repeat gets the first answer, with the header idempotency-replayed. The same key with another request is refused. If the
 * answer holds a secret ('secret'), it is not stored and every repeat is refused. Of two calls at once, the second waits for
 * the first. A client user without any client is not protected.
 */
export async function withIdempotency(
  { transaction, client, clients, caller, now, services }: Context,
  call: { key: string; route: Route; input: unknown },
  reply: FastifyReply,
  work: () => Promise<unknown>,
): Promise<unknown> {
  if (!/^[\x21-\x7e]{1,100}$/.test(call.key))
    throw new AppError('bad_request', 'An Idempotency-Key is 1 to 100 printable characters without spaces.')
  const hasSecret = call.route.idempotent === 'secret'
  // Not a plain hash: a temporary password in the input could be found by trying.
  const hash = services.secrets.fingerprint(JSON.stringify(call.input), 'idempotency')
  // Row-level security lets only internal users store rows without a client.
  const owner = client || (clients[0] ?? (caller.isInternal ? '' : undefined))
  if (owner === undefined) return work()
  const mine = { client_code: owner, user_id: caller.userId, key: call.key }
  const findFirst = (within: readonly string[]) =>
    transaction.row(
      db
        .selectFrom('idempotency_keys')
        .select(['call', 'request_hash', 'answer'])
        .where('client_code', 'in', within)
        .where('user_id', '=', caller.userId)
        .where('key', '=', call.key),
    )
  // The first call may have been stored under another of the clients.
  const earlier = clients.length > 1 ? await findFirst(clients) : undefined
  const isFirst =
    !earlier &&
    (await transaction.writeRow(
      db
        .insertInto('idempotency_keys')
        .values({ ...mine, call: call.route.path, request_hash: hash, answer: null, created_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .returning('key'),
    ))
  if (isFirst) {
    const answer = await work()
    // Not awaited: it travels with the commit, which fails if this fails.
    if (!hasSecret)
      void transaction.write(
        db
          .updateTable('idempotency_keys')
          .set({ answer: JSON.stringify(answer) })
          .where('client_code', '=', owner)
          .where('user_id', '=', caller.userId)
          .where('key', '=', call.key),
      )
    return answer
  }
  const before = earlier ?? (await findFirst([owner]))
  if (!before || before.call !== call.route.path || !before.request_hash.equals(hash))
    throw new AppError('idempotency_key_reused', 'This Idempotency-Key was used for another request. Use a new one.')
  if (hasSecret) throw new AppError('idempotency_key_reused', SECRET_SHOWN_ONCE)
  reply.header('idempotency-replayed', 'true')
  return before.answer
}
