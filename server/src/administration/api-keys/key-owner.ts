import type { ApiKey } from '@despatch/contract/administration/api-keys/api-keys'
import { THE_OPERATOR } from '@despatch/domain/administration/roles/role-types'
import type { KeyRow } from './key-row.ts'

/**
 * The owner of a key, and its suspension. Clients see 'The operator' instead of the name of an operator's user; the
 * history shows the name to the operator.
 */
export function ownerFacts(row: KeyRow): Pick<ApiKey, 'owner' | 'ownerLoss' | 'suspendedFrom'> {
  const isOperators = row.adopted_by ? row.adopted_internally : row.is_internal
  return {
    owner: isOperators ? THE_OPERATOR : row.adopted_by || row.created_by,
    ownerLoss: row.orphaned_why || null,
    suspendedFrom: row.suspended_from?.toISOString() ?? null,
  }
}
