import type { MultiBox } from '../rule-book/rule-book.ts'

type Flag = 'Y' | 'N'

/** What a save of Multi Box Products asks for: the default, the SKUs that depart from it from now on, those that cease to. */
export type MultiBoxChange = {
  readonly sameCarrier: boolean
  readonly skuListToAdd: readonly string[]
  readonly skuListToRemove: readonly string[]
}
export type MultiBoxProblem = { readonly path: string; readonly message: string }

/** Specification 4: 'the same-carrier flag is true when the default equals Y.' */
export const isSameCarrier = (flag: Flag): boolean => flag === 'Y'
/** The flag of a same-carrier switch. */
export const flagOf = (sameCarrier: boolean): Flag => (sameCarrier ? 'Y' : 'N')
/** What a SKU that departs from a default has. */
export const otherFlag = (flag: Flag): Flag => (flag === 'Y' ? 'N' : 'Y')

/**
 * What is wrong with a change, each at its field; nothing where it can be made. `isKnown` says whether the client has a
 * SKU.
 */
export function multiBoxProblems(
  { Same_Component_Carrier }: MultiBox,
  { skuListToAdd, skuListToRemove }: MultiBoxChange,
  isKnown: (sku: string) => boolean,
): MultiBoxProblem[] {
  const [added, removed] = [new Set(skuListToAdd), new Set(skuListToRemove)]
  return [
    ...skuListToAdd.flatMap((sku, index) => {
      const path = `skuListToAdd.${index}`
      if (removed.has(sku))
        return { path, message: `${sku} is to be added and removed at once: leave it in one of the lists` }
      return isKnown(sku) ? [] : { path, message: `There is no SKU ${sku}: choose one from the list` }
    }),
    ...skuListToRemove.flatMap((sku, index) =>
      added.has(sku) || Object.hasOwn(Same_Component_Carrier, sku)
        ? []
        : { path: `skuListToRemove.${index}`, message: `${sku} does not depart from the default: leave it out` },
    ),
  ]
}

/**
 * Multi-box routing after a change. SKUs that are added get the other flag than the (new) default, those that are removed
 * follow it. The other exceptions keep their own Y or N whatever becomes of the default: one that says the same as the new
 * default is none any more, and how its boxes travel has not changed.
 */
export function amendMultiBox(
  { Same_Component_Carrier }: MultiBox,
  { sameCarrier, skuListToAdd, skuListToRemove }: MultiBoxChange,
): MultiBox {
  const byDefault = flagOf(sameCarrier)
  const removed = new Set(skuListToRemove)
  const kept = Object.entries(Same_Component_Carrier).filter(([sku, flag]) => flag !== byDefault && !removed.has(sku))
  const added = skuListToAdd.map((sku): [string, Flag] => [sku, otherFlag(byDefault)])
  return {
    Same_Component_Carrier_Default: byDefault,
    Same_Component_Carrier: Object.fromEntries([...kept, ...added]),
  }
}
