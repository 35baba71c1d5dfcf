import { rulePlace, servesCountry, servesRegion } from '../../routing/served-places.ts'
import { sameName } from '../../text/same-name.ts'
import type { DespatchedConsignment } from './facts.ts'
import type { PriceBooks } from './price-books.ts'
import type { Problem } from './reasons.ts'
import type { MethodSpan, PricedMethod } from './rules.ts'

/**
 * The method by which a consignment is priced in a version: the one that was allocated; where the warehouse took another
 * carrier, or nobody knows the method, that carrier's method for the service. Of several, nobody can say which.
 */
export function findMethod(
  consignment: DespatchedConsignment,
  version: number,
  books: PriceBooks,
): MethodSpan | Problem {
  const { client, carrier, clientMethodID, carrierService, service } = consignment
  const own = clientMethodID === '' ? undefined : books.method(client, version, clientMethodID)
  if (own?.method.carrier === carrier) return own
  const ofCarrier = books.methods(client, version).filter(({ method }) => method.carrier === carrier)
  const fitting = ofCarrier.filter(({ method }) => method.serviceTypes.includes(service) && serves(method, consignment))
  const name = sameName(carrierService.trim())
  const named = name === '' ? [] : fitting.filter(({ method }) => isNamed(method, name))
  const found = named.length > 0 ? named : fitting
  const [first] = found
  if (!first) return { why: 'no price', detail: `Version ${version} has no method of ${carrier} for ${service}.` }
  if (found.length > 1)
    return {
      why: 'several methods',
      detail: found.map(({ method }) => method.methodDescription || method.clientMethodID).join(', '),
    }
  return first
}

/** Whether a method goes where a consignment goes. */
export function serves(method: PricedMethod, consignment: DespatchedConsignment): boolean {
  const { country, region } = rulePlace(consignment, 'GB')
  return servesCountry(method, country) && (region === null || servesRegion(method, region))
}

/** Whether a method, or the carrier's service that it is, has a name. */
export const isNamed = ({ carrierService, methodDescription }: PricedMethod, name: string) =>
  sameName(carrierService.trim()) === name || sameName(methodDescription.trim()) === name
