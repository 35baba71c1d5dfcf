import { newKeyProblem } from '@despatch/domain/administration/api-keys/key-rules'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { db } from '../../database/sql.ts'
import { permissionsFor } from '../../http/authentication/open-session.ts'

/**
 * Why the caller may not have a key for these clients and feeds; undefined if they may. domain.md, Access: 'Nobody
 * grants more than they hold.'
 */
export async function keyGrantProblem(context: Context, request: Parameters<typeof newKeyProblem>[0]) {
  return newKeyProblem(request, await permissionsByClient(context, request.clients))
}

/** What the caller holds at each of some clients. A client that is closed or not the caller's has no entry. */
async function permissionsByClient({ transaction, caller }: Context, clients: readonly string[]) {
  const own = caller.ownClients
    ? caller.openClients
    : (
        await transaction.rows(
          db
            .selectFrom('clients')
            .select('client_code')
            .where('client_code', '=', sql<string>`any (${clients}::text[])`)
            .where('active', '=', true),
        )
      ).map(({ client_code }) => client_code)
  return (client: string) => (own?.includes(client) ? permissionsFor(caller, client) : undefined)
}
