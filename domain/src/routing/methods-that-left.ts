import type { DispatchService } from './dispatch-service.ts'
import type { Method } from './rule-book/rule-book.ts'
import { rulePlace, servesCountry, servesRegion } from './served-places.ts'
import { sameName } from '../text/same-name.ts'

/** What is known of how something left. */
export type Departure = {
  /** Code of the carrier that it left with. */
  readonly carrier: string
  /** The service as the warehouse calls it; '' where it does not say. */
  readonly carrierService: string
  /** Ids of the client's methods that it may have been allocated to. */
  readonly allocated: readonly string[]
  /** What was asked for. */
  readonly service: DispatchService
  readonly country: string
  /** Null where nobody knows. */
  readonly region: string | null
  /** Reference of the contract that it left under, as the carrier's invoice names its account; '' or absent where nothing names one. */
  readonly contract?: string | undefined
}

/** What decides whether something left by a method. */
export type NamedMethod = Pick<
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
type Contracted = {
  readonly method: NamedMethod
  /** Whether it was contracted only after the departure: it counts where none of that time does. */
  readonly isLater?: boolean
}

/**
 * The methods by which something may have left: those that the service which left names, whatever was allocated. Where the
 * warehouse names no service, or one that no method has, those that were allocated of the carrier, else those of the carrier
 * that fit. A contract counts only where it is named. One is the method; of several, nobody can say which; none is contracted.
 */
export function methodsThatLeft<Of extends Contracted>(departure: Departure, methods: readonly Of[]): readonly Of[] {
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

/** What each condition in turn leaves; one that would leave nothing does not count. */
function narrowed<Of>(methods: readonly Of[], conditions: readonly ((method: Of) => boolean)[]): readonly Of[] {
  return conditions.reduce((left, condition) => {
    const fitting = left.filter(condition)
    return fitting.length > 0 ? fitting : left
  }, methods)
}

/** Whether a method goes where something goes. */
export function serves(
  method: Pick<NamedMethod, 'countries' | 'regions'>,
  place: { readonly country: string; readonly region: string | null },
): boolean {
  const { country, region } = rulePlace(place, 'GB')
  return servesCountry(method, country) && (region === null || servesRegion(method, region))
}

/** Whether a method, or the carrier's service that it is, has a name (in `sameName`'s writing). */
export const isNamed = (
  { carrierService, methodDescription }: Pick<NamedMethod, 'carrierService' | 'methodDescription'>,
  name: string,
) => sameName(carrierService.trim()) === name || sameName(methodDescription.trim()) === name
