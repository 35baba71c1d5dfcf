import type { DispatchService } from './dispatch-service.ts'
import type { Method } from './rule-book/rule-book.ts'
import { rulePlace, servesCountry, servesRegion } from './served-places.ts'
import { sameName } from '../text/same-name.ts'

/** Facts about how something was despatched. */
export type DespatchFacts = {
  /** Code of the carrier that took it. */
  readonly carrier: string
  /** The service in the warehouse's words; '' if unknown. */
  readonly carrierService: string
  /** Ids of the client's methods that it may have been allocated to. */
  readonly allocated: readonly string[]
  /** The requested service. */
  readonly service: DispatchService
  readonly country: string
  /** null if unknown. */
  readonly region: string | null
  /**
   * The contract that it was despatched under, as on the carrier's invoice; '' or missing if the invoice names none.
   */
  readonly contract?: string | undefined
}

/** The fields of a method that decide whether a despatch used it. */
export type MethodProfile = Pick<
  Method,
  | 'clientMethodID'
  | 'carrier'
  | 'carrierService'
  | 'methodDescription'
  | 'contracts'
  | 'serviceTypes'
  | 'countries'
  | 'regions'
>
type MethodCandidate = {
  readonly method: MethodProfile
  /** Whether it was contracted only after the despatch: then it counts only if no earlier method fits. */
  readonly isLater?: boolean
}

/**
 * Finds the methods that a despatch may have used: those with the despatched service, even if another one was
 * allocated. If the service is missing or unknown, those that were allocated with the carrier, or else all that fit. A
 * contract counts only if it is named. The result is clear with one method, ambiguous with several, and not contracted
 * with none.
 */
export function findDespatchMethods<Of extends MethodCandidate>(
  departure: DespatchFacts,
  methods: readonly Of[],
): readonly Of[] {
  const { carrier, carrierService, allocated, service, contract = '' } = departure
  const ofCarrier = methods.filter(({ method }) => method.carrier === carrier)
  const isAllocated = ({ method }: Of) => allocated.includes(method.clientMethodID)
  const isAsked = ({ method }: Of) => method.serviceTypes.includes(service)
  const goesThere = ({ method }: Of) => serves(method, departure)
  const isOfContract = ({ method }: Of) => contract !== '' && method.contracts.includes(contract)
  const ofThatTime = ({ isLater }: Of) => isLater !== true
  const name = sameName(carrierService.trim())
  const named = name === '' ? [] : ofCarrier.filter(({ method }) => isNamed(method, name))
  if (named.length > 0) return narrowed(named, [goesThere, isOfContract, ofThatTime, isAllocated, isAsked])
  const own = ofCarrier.filter(isAllocated)
  if (own.length > 0) return narrowed(own, [isOfContract])
  return narrowed(
    ofCarrier.filter((one) => isAsked(one) && goesThere(one)),
    [isOfContract, ofThatTime],
  )
}

/** Applies conditions one after the other, skipping any that would leave nothing. */
function narrowed<Of>(methods: readonly Of[], conditions: readonly ((method: Of) => boolean)[]): readonly Of[] {
  return conditions.reduce((left, condition) => {
    const fitting = left.filter(condition)
    return fitting.length > 0 ? fitting : left
  }, methods)
}

/** Whether a method serves a place. */
export function serves(
  method: Pick<MethodProfile, 'countries' | 'regions'>,
  place: { readonly country: string; readonly region: string | null },
): boolean {
  const { country, region } = rulePlace(place, 'GB')
  return servesCountry(method, country) && (region === null || servesRegion(method, region))
}

/** Whether a method or its carrier service has a name (normalised by `sameName`). */
export const isNamed = (
  { carrierService, methodDescription }: Pick<MethodProfile, 'carrierService' | 'methodDescription'>,
  name: string,
) => sameName(carrierService.trim()) === name || sameName(methodDescription.trim()) === name
