import { findDespatchMethods } from '../../routing/despatch-methods.ts'
import type { DespatchedConsignment } from './facts.ts'
import type { PriceBooks } from './price-books.ts'
import type { Problem } from './reasons.ts'
import type { DayMethod } from './rules.ts'

/**
 * Finds the method that prices a parcel despatched at an instant (milliseconds since 1970): by the despatched
 * service, whatever was allocated, and by the contract of the invoice's account (`findDespatchMethods`). With several, it
 * cannot be decided.
 */
export function findMethod(
  consignment: DespatchedConsignment,
  leftAt: number,
  books: PriceBooks,
  account = '',
): DayMethod | Problem {
  const { client, carrier, clientMethodID, service, day } = consignment
  const methods = books.methodsOn(client, day, leftAt)
  const allocated = clientMethodID === '' ? (consignment.allocated ?? []) : [clientMethodID]
  const [first, ...others] = findDespatchMethods({ ...consignment, allocated, contract: account }, methods)
  if (!first)
    return {
      why: 'no price',
      detail: books.isPublished(client)
        ? `The carrier rules have no method of ${carrier} for ${service}.`
        : 'No carrier rules are published.',
    }
  if (others.length > 0)
    return {
      why: 'several methods',
      detail: [first, ...others].map(({ method }) => method.methodDescription || method.clientMethodID).join(', '),
    }
  return first
}
