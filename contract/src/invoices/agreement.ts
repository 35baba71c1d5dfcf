import { z } from 'zod'
import { instant, recordId } from '../route/fields.ts'
import { personName } from '../route/visible.ts'
import { done, INVOICES, ok, operators } from './invoice.ts'

/**
 * What all agreements and settings for carriers have in common: internal users read, set (by version) and delete
 * them.
 */
export const agreementRead = { ...operators, method: 'GET', permission: { reads: [INVOICES] } } as const

/** The version as it was read; none for a new one. */
export const agreementVersion = z.int('A version is a whole number').min(0).max(2_000_000_000).optional()

/** Fields beside those of each kind. */
export const agreementChanged = { version: z.int(), changedAt: instant, changedBy: personName() }

export const agreementSet = {
  ...operators,
  method: 'PUT',
  answer: z.strictObject({ ...ok, message: z.string(), id: recordId, version: z.int() }),
  audited: 'invoice.agreement-set',
} as const

export const agreementRemoved = {
  ...operators,
  method: 'DELETE',
  query: z.strictObject({ id: recordId }),
  answer: done,
  errors: ['not_found', 'unauthorized_access'],
  audited: 'invoice.agreement-deleted',
} as const
