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
import { forbiddenForKeys, openKey } from './authentication/open-key.ts'
import { type Caller, clientsOpenTo, openSession, seeClients } from './authentication/open-session.ts'
import type { Callers } from './callers.ts'
import { tokenOf } from './request-input.ts'
import { NOT_SHOWN } from './shown-answer.ts'

type CallToAdmit = { route: Route; request: FastifyRequest; now: Date; callers: Callers }

/**
 * Opens the session or key of a call and checks that the caller may make it. Throws an AppError: 401, 403, 400.
 *
 * @param sessionId the session that the token opened before, because the token may have been replaced since
 */
export async function admit(
  transaction: Transaction,
  { sessionId, ...call }: CallToAdmit & { sessionId?: number | undefined },
): Promise<Caller> {
  const { token, client, named } = namesOf(call)
  const credentials = { token, client, now: call.now }
  const opened = isKey(token)
    ? await openKey(transaction, credentials)
    : await openSession(transaction, { ...credentials, sessionId })
  if (sessionId === undefined) call.callers.sessions.store({ token, client }, opened)
  if (opened.apiKey && !call.route.byKey) throw forbiddenForKeys()
  call.callers.admitted(token, named, opened)
  const { caller, isNarrowed } = authorise(call.route, opened, named)
  if (isNarrowed) await seeClients(transaction, caller.clients)
  return caller
}

/** A call by a cached session. `caller` throws as {@link admit} does; call it in the turn in which `check` was started. */
type CachedAdmission = { check: Promise<void>; caller(): Caller }

/**
 * Admits a call by the cached session of its token, without waiting for the database. Answer only after `check` has settled: it
 * fails if the session has changed. Undefined if no session is cached.
 */
export function findCachedAdmission(
  call: CallToAdmit,
): { admit(transaction: Transaction): CachedAdmission; forget(): void } | undefined {
  const { token, client, named } = namesOf(call)
  const cached = call.callers.sessions.find({ token, client }, call.now)
  if (!cached) return undefined
  return {
    admit: (transaction) => ({
      check: cached.check(transaction).then(() => call.callers.admitted(token, named, cached.caller)),
      caller() {
        const { caller, isNarrowed } = authorise(call.route, cached.caller, named)
        // Sent before the handler's statements, which fail if this fails.
        if (isNarrowed) seeClients(transaction, caller.clients).catch(() => undefined)
        return caller
      },
    }),
    forget: () => call.callers.sessions.forget({ token, client }),
  }
}

function namesOf({ route, request }: Pick<CallToAdmit, 'route' | 'request'>) {
  const header = request.headers['client']
  const named = typeof header === 'string' && header !== '' ? header : undefined
  return { token: tokenOf(request), named, client: route.access === 'none' ? undefined : named }
}

/**
 * What the caller may do in this call. With `isNarrowed` it covers fewer clients than the transaction sees. Throws an AppError:
 * 403, 400.
 */
function authorise(route: Route, opened: Caller, named: string | undefined): { caller: Caller; isNarrowed: boolean } {
  const client = named ?? opened.apiKey?.onlyClient
  const caller = { ...opened, openClients: clientsOpenTo(route.permission, opened) }
  const isForAll = route.access === 'clients' && client === ALL_CLIENTS
  if (
    !mayCall(route.permission, isForAll ? caller.rolePermissions : caller.permissions) &&
    !isAllowedForSomeClient(route, caller)
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
    throw new AppError('bad_request', key ? missingClientRefusal(key) : 'Choose a client first.')
  if (caller.clients.length === 0 && !(isForAll && caller.isInternal))
    throw new AppError('wrong_client', key ? otherClientRefusal(key) : 'You don’t have access to this client.')
  refuseClients()
  if (route.shows && !route.shows.every((key) => caller.sees[key])) throw new AppError('unauthorized_access', NOT_SHOWN)
  if (!isForAll || Object.keys(caller.clientRestrictions).length === 0) return { caller, isNarrowed: false }
  // Of all clients, only those whose contract covers the call.
  const clients = caller.clients.filter((code) => caller.openClients?.includes(code))
  if (clients.length === 0) throw new AppError('unauthorized_access', refusalOf(route, caller, client))
  return { caller: { ...caller, clients }, isNarrowed: true }
}

/**
 * A call without a client may name one in its input. Admit the caller if any of their clients allows the call; the handler
 * checks the client named.
 */
function isAllowedForSomeClient({ access }: Route, { openClients = [] }: Caller): boolean {
  return access === 'none' && openClients.length > 0
}

/** Why the call is refused: the client has the entry switched off, or the role or key lacks the permission. */
function refusalOf({ permission }: Route, caller: Caller, client: string | undefined): string {
  const { rolePermissions, clientRestrictions } = caller
  const leaves = typeof permission === 'string' ? [] : 'reads' in permission ? permission.reads : permission.edits
  const reasons = Object.values(clientRestrictions).flatMap(({ disabled }) =>
    leaves.flatMap((leaf) => disabled[leaf] ?? []),
  )
  if (reasons[0] && mayCall(permission, rolePermissions)) return `This is switched off. ${reasons[0]}`
  const key = keyOf(caller)
  if (key) return feedRefusal(key, leaves[0] ?? '', client)
  return 'You don’t have access to this. Ask your administrator.'
}

function keyOf({ apiKey, rolePermissions, ownClients = [] }: Caller): RefusedKey | undefined {
  return apiKey && { name: apiKey.name, permissions: rolePermissions, clients: ownClients }
}
