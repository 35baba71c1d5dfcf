import { mayCall } from '@despatch/contract/route/may-call'
import type { Route } from '@despatch/contract/route/route'
import {
  missingClientRefusal,
  type RefusedKey,
  feedRefusal,
  otherClientRefusal,
} from '@despatch/domain/administration/api-keys/key-refusals'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import type { FastifyRequest } from 'fastify'
import type { Transaction } from '../database/transaction.ts'
import { AppError } from '../process/app-error.ts'
import { isKey } from './authentication/key-token.ts'
import { keyMayNot, openKey } from './authentication/open-key.ts'
import { type Caller, clientsOpenTo, openSession, seeClients } from './authentication/open-session.ts'
import type { Callers } from './callers.ts'
import { tokenOf } from './request-input.ts'
import { NOT_SHOWN } from './shown-answer.ts'

type Asked = { route: Route; request: FastifyRequest; now: Date; callers: Callers }

/**
 * Who calls, whether for a client of theirs, and whether they hold what the call needs. Else an AppError: 401, 403, 400. With
 * the id of a session that the token has opened before, the token may have been replaced since.
 */
export async function admit(
  transaction: Transaction,
  { sessionId, ...asked }: Asked & { sessionId?: number | undefined },
): Promise<Caller> {
  const { token, client, named } = namesOf(asked)
  const given = { token, client, now: asked.now }
  const who = isKey(token) ? await openKey(transaction, given) : await openSession(transaction, { ...given, sessionId })
  if (sessionId === undefined) asked.callers.sessions.keep({ token, client }, who)
  if (who.apiKey && !asked.route.byKey) throw keyMayNot()
  asked.callers.admitted(token, named, who)
  const { caller, isNarrowed } = letIn(asked.route, who, named)
  if (isNarrowed) await seeClients(transaction, caller.clients)
  return caller
}

/** Someone whose session is kept. `caller` is asked for behind the check, in the same turn, and throws as {@link admit} does. */
type KeptAdmission = { isStill: Promise<void>; caller(): Caller }

/**
 * The same by what is kept of the session, without waiting for the database: nothing may be made of the answer until `isStill`
 * has come, which fails where the session is no longer as it is kept. Undefined where it is to be looked at again.
 */
export function findKept(asked: Asked): { admit(transaction: Transaction): KeptAdmission; forget(): void } | undefined {
  const { token, client, named } = namesOf(asked)
  const kept = asked.callers.sessions.find({ token, client }, asked.now)
  if (!kept) return undefined
  return {
    admit: (transaction) => ({
      isStill: kept.check(transaction).then(() => asked.callers.admitted(token, named, kept.caller)),
      caller() {
        const { caller, isNarrowed } = letIn(asked.route, kept.caller, named)
        // Sent before all that the handler asks for, which fails where this does.
        if (isNarrowed) seeClients(transaction, caller.clients).catch(() => undefined)
        return caller
      },
    }),
    forget: () => asked.callers.sessions.forget({ token, client }),
  }
}

function namesOf({ route, request }: Pick<Asked, 'route' | 'request'>) {
  const header = request.headers['client']
  const named = typeof header === 'string' && header !== '' ? header : undefined
  return { token: tokenOf(request), named, client: route.access === 'none' ? undefined : named }
}

/** What the caller may do in this call. With `isNarrowed` the clients are fewer than the transaction sees. Throws an AppError: 403, 400. */
function letIn(route: Route, who: Caller, named: string | undefined): { caller: Caller; isNarrowed: boolean } {
  const client = named ?? who.apiKey?.onlyClient
  const caller = { ...who, openClients: clientsOpenTo(route.permission, who) }
  const isForAll = route.access === 'clients' && client === ALL_CLIENTS
  if (
    !mayCall(route.permission, isForAll ? caller.rolePermissions : caller.permissions) &&
    !allowedForOtherClient(route, caller)
  )
    throw new AppError('unauthorized_access', refusalOf(route, caller, client))
  const refuseClients = () => {
    if (route.operatorOnly !== undefined && !caller.isInternal)
      throw new AppError('unauthorized_access', route.operatorOnly)
  }
  if (route.access === 'none') {
    refuseClients()
    return { caller, isNarrowed: false }
  }
  const key = keyOf(caller)
  if (!client || (route.access === 'one-client' && client === ALL_CLIENTS))
    throw new AppError(
      'bad_request',
      key ? missingClientRefusal(key) : 'Choose a client first: this is done for one client.',
    )
  if (caller.clients.length === 0 && !(isForAll && caller.isInternal))
    throw new AppError('wrong_client', key ? otherClientRefusal(key) : 'You may not work for this client.')
  refuseClients()
  if (route.shows && !route.shows.every((key) => caller.sees[key])) throw new AppError('unauthorized_access', NOT_SHOWN)
  if (!isForAll || Object.keys(caller.clientRestrictions).length === 0) return { caller, isNarrowed: false }
  // Of all clients, those whose contract covers the call.
  const clients = caller.clients.filter((code) => caller.openClients?.includes(code))
  if (clients.length === 0) throw new AppError('unauthorized_access', refusalOf(route, caller, client))
  return { caller: { ...caller, clients }, isNarrowed: true }
}

/** A call that is for no client may name one itself: anyone who may make it for one of theirs is let in, and the handler looks again. */
function allowedForOtherClient({ access }: Route, { openClients = [] }: Caller): boolean {
  return access === 'none' && openClients.length > 0
}

/** Why a call is refused: its entry is switched off for the client, or the role (or the key) does not hold it. */
function refusalOf({ permission }: Route, caller: Caller, client: string | undefined): string {
  const { rolePermissions, clientRestrictions } = caller
  const leaves = typeof permission === 'string' ? [] : 'reads' in permission ? permission.reads : permission.edits
  const reasons = Object.values(clientRestrictions).flatMap(({ disabled }) =>
    leaves.flatMap((leaf) => disabled[leaf] ?? []),
  )
  if (reasons[0] && mayCall(permission, rolePermissions)) return `This is switched off for now: ${reasons[0]}`
  const key = keyOf(caller)
  if (key) return feedRefusal(key, leaves[0] ?? '', client)
  return 'You may not do this. Ask an administrator for the permission.'
}

function keyOf({ apiKey, rolePermissions, ownClients = [] }: Caller): RefusedKey | undefined {
  return apiKey && { name: apiKey.name, permissions: rolePermissions, clients: ownClients }
}
