import { rulePlace, servesCountry, servesRegion } from '../../routing/served-places.ts'
import { sameName } from '../../text/same-name.ts'
import type { DespatchedConsignment } from './facts.ts'
import type { PriceBooks } from './price-books.ts'
import type { Problem } from './reasons.ts'
import type { DayMethod, PricedMethod } from './rules.ts'

/**
 * The method by which a parcel of a consignment that left at an instant (milliseconds since 1970) is priced: the one that was
 * allocated; where the warehouse took another carrier, or nobody knows the method, that carrier's method for the service. Of
 * several, nobody can say which.
 */
export function findMethod(consignment: DespatchedConsignment, leftAt: number, books: PriceBooks): DayMethod | Problem {
  const { client, carrier, clientMethodID, carrierService, service, day } = consignment
  const methods = books.methodsOn(client, day, leftAt)
  const own = methods.find(({ method }) => method.clientMethodID === clientMethodID)
  if (own?.method.carrier === carrier) return own
  const fitting = methods.filter(
    ({ method }) => method.carrier === carrier && method.serviceTypes.includes(service) && serves(method, consignment),
  )
  const name = sameName(carrierService.trim())
  const named = name === '' ? [] : fitting.filter(({ method }) => isNamed(method, name))
  const found = ofThatTime(named.length > 0 ? named : fitting)
  const [first] = found
  if (!first)
    return {
      why: 'no price',
      detail: books.isPublished(client)
        ? `The rule book has no method of ${carrier} for ${service}.`
        : 'No rule book is published.',
    }
  if (found.length > 1)
    return {
      why: 'several methods',
      detail: found.map(({ method }) => method.methodDescription || method.clientMethodID).join(', '),
    }
  return first
}

/** What is contracted later counts where nothing was contracted then. */
function ofThatTime(methods: readonly DayMethod[]): readonly DayMethod[] {
  const then = methods.filter(({ isLater }) => !isLater)
  return then.length > 0 ? then : methods
}

/** Whether a method goes where a consignment goes. */
export function serves(method: PricedMethod, consignment: DespatchedConsignment): boolean {
  const { country, region } = rulePlace(consignment, 'GB')
  return servesCountry(method, country) && (region === null || servesRegion(method, region))
}

/** Whether a method, or the carrier's service that it is, has a name. */
export const isNamed = ({ carrierService, methodDescription }: PricedMethod, name: string) =>
  sameName(carrierService.trim()) === name || sameName(methodDescription.trim()) === name
