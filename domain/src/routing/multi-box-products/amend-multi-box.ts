import type { MultiBox } from '../rule-book/rule-book.ts'

type Flag = 'Y' | 'N'

/** A change of Multi Box Products: the default, new exceptions and exceptions to remove. */
export type MultiBoxChange = {
  readonly sameCarrier: boolean
  readonly skuListToAdd: readonly string[]
  readonly skuListToRemove: readonly string[]
}
export type MultiBoxProblem = { readonly path: string; readonly message: string }

/** Specification 4: 'the same-carrier flag is true when the default equals Y.' */
export const isSameCarrier = (flag: Flag): boolean => flag === 'Y'
export const flagOf = (sameCarrier: boolean): Flag => (sameCarrier ? 'Y' : 'N')
/** The flag of an exception from a default. */
export const otherFlag = (flag: Flag): Flag => (flag === 'Y' ? 'N' : 'Y')

/** Finds the problems of a change by field. `isKnown` says whether the client has a SKU. */
export function multiBoxProblems(
  { Same_Component_Carrier }: MultiBox,
  { skuListToAdd, skuListToRemove }: MultiBoxChange,
  isKnown: (sku: string) => boolean,
): MultiBoxProblem[] {
  const [added, removed] = [new Set(skuListToAdd), new Set(skuListToRemove)]
  return [
    ...skuListToAdd.flatMap((sku, index) => {
      const path = `skuListToAdd.${index}`
      if (removed.has(sku)) return { path, message: `${sku} is in both lists. Remove it from one` }
      return isKnown(sku) ? [] : { path, message: `SKU ${sku} doesn’t exist. Choose one from the list` }
    }),
    ...skuListToRemove.flatMap((sku, index) =>
      added.has(sku) || Object.hasOwn(Same_Component_Carrier, sku)
        ? []
        : { path: `skuListToRemove.${index}`, message: `${sku} does not differ from the default: leave it out` },
    ),
  ]
}

/**
 * Applies a change to multi-box routing. Added SKUs get the opposite of the (new) default; removed ones follow the
 * default. Other exceptions keep their flag: those equal to the new default are no longer exceptions, and their boxes
 * travel as before.
 */
export function amendMultiBox(
  { Same_Component_Carrier }: MultiBox,
  { sameCarrier, skuListToAdd, skuListToRemove }: MultiBoxChange,
): MultiBox {
  const byDefault = flagOf(sameCarrier)
  const removed = new Set(skuListToRemove)
  const remaining = Object.entries(Same_Component_Carrier).filter(
    ([sku, flag]) => flag !== byDefault && !removed.has(sku),
  )
  const added = skuListToAdd.map((sku): [string, Flag] => [sku, otherFlag(byDefault)])
  return {
    Same_Component_Carrier_Default: byDefault,
    Same_Component_Carrier: Object.fromEntries([...remaining, ...added]),
  }
}
