import type { ApiKey } from '@despatch/contract/administration/api-keys/api-keys'
import { THE_OPERATOR } from '@despatch/domain/administration/roles/role-types'
import type { KeyRow } from './key-row.ts'

/** Who answers for a key, and what becomes of it where they no longer may. Which of the operator's people it is, its history tells the operator. */
export function ownerFacts(row: KeyRow): Pick<ApiKey, 'owner' | 'ownerLoss' | 'suspendedFrom'> {
  const isOperators = row.adopted_by ? row.adopted_internally : row.is_internal
  return {
    owner: isOperators ? THE_OPERATOR : row.adopted_by || row.created_by,
    ownerLoss: row.orphaned_why || null,
    suspendedFrom: row.suspended_from?.toISOString() ?? null,
  }
}
