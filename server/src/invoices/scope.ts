import { INVOICES, INVOICES_OPERATOR_ONLY } from '@despatch/contract/invoices/invoice'
import { mayCall } from '@despatch/contract/route/may-call'
import type { Visibility } from '@despatch/domain/administration/clients/visibility'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { seeEveryClient } from '../administration/clients/queries.ts'
import { type Caller, clientsOpenTo } from '../http/authentication/open-session.ts'
import { withClientsVisible } from '../http/authentication/with-clients-visible.ts'
import type { ActContext, Context } from '../http/context.ts'
import { AppError } from '../process/app-error.ts'

/**
 * The part of the invoices that a call is about. The operator's whole invoices are the part of client ''; client
 * users, and internal users who narrow a call to a client, get the parts of these clients.
 */
export type Scope = {
  isOperator: boolean
  /** What the caller sees of the operator's business. */
  sees: Visibility
  /** The clients whose parts count; only '' means whole invoices. */
  parts: string[]
}

export const WHOLE = ''

/**
 * Opens the scope of a call and sets row-level security to it: internal users see client '' and every client, also
 * closed ones; client users see the same as before. Throws an AppError (404) for a client that is not the caller's.
 */
export async function openScope(
  { transaction, caller }: Pick<ActContext, 'transaction' | 'caller'>,
  clientCode?: string,
): Promise<Scope> {
  const chosen = clientCode === '' || clientCode === ALL_CLIENTS ? undefined : clientCode
  if (caller.isInternal) {
    const all = await seeEveryClient(transaction)
    const part = chosen ?? (caller.isForAll ? WHOLE : (caller.clients[0] ?? WHOLE))
    if (!all.includes(part)) throw noSuchClient()
    return { isOperator: true, sees: caller.sees, parts: [part] }
  }
  const parts = chosen === undefined ? caller.clients : caller.clients.filter((code) => code === chosen)
  if (parts.length === 0) throw noSuchClient()
  return { isOperator: false, sees: caller.sees, parts }
}

const noSuchClient = () => new AppError('not_found', 'Client not found, or you don’t have access to it.')

/**
 * The clients of a call whose part of invoices the caller may read; undefined if none. For calls of other areas that
 * show invoices: calls of this area are protected by their permission.
 */
export function clientsOfReadable({ caller }: Pick<Context, 'caller'>): string[] | undefined {
  const { sees, isForAll, isInternal, clients } = caller
  const held = isForAll ? caller.rolePermissions : caller.permissions
  if (!sees.costs || !mayCall(READS, held)) return undefined
  if (isInternal) return clients
  const open = clientsOpenTo(READS, caller) ?? []
  const readable = clients.filter((code) => open.includes(code))
  return readable.length > 0 ? readable : undefined
}
const READS = { reads: [INVOICES] } as const

/** Throws an AppError (403) for client users: files, layouts and agreements with carriers are the operator's. */
export function refuseClientUsers({ isInternal }: Pick<Caller, 'isInternal'>): void {
  if (!isInternal) throw new AppError('unauthorized_access', INVOICES_OPERATOR_ONLY)
}

/** Shows a call of the operator client '' and all clients. Throws an AppError (403) for client users. */
export async function openOperatorScope(context: Pick<ActContext, 'transaction' | 'caller'>): Promise<void> {
  refuseClientUsers(context.caller)
  await openScope(context)
}

/**
 * Runs work that updates others' disputes and invoices after the caller's decision: it sees client '' and every
 * client. None of that may be returned to the caller.
 */
export const whileSeeingEveryClient = <Result>(
  transaction: ActContext['transaction'],
  work: () => Promise<Result>,
): Promise<Result> =>
  withClientsVisible(transaction, [WHOLE], async () => {
    await seeEveryClient(transaction)
    return work()
  })

export const isWhole = ({ parts }: Scope) => parts[0] === WHOLE

export const noSuchInvoice = () =>
  new AppError('not_found', 'Invoice not found. It may have been deleted, or bill none of your parcels.')
