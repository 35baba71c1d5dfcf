import { amendedMultiBox, type MultiBoxRow } from '@despatch/contract/routing/multi-box-products/multi-box'
import { flagOf, isSameCarrier, otherFlag } from '@despatch/domain/routing/multi-box-products/amend-multi-box'
import type { z } from 'zod'
import type { ShownFields } from '../../kit/form/conflict.ts'
import type { StoredMultiBox } from './multi-box-queries.ts'

export const multiBoxShape = amendedMultiBox
export type MultiBoxValues = z.infer<typeof multiBoxShape>

export const MULTI_BOX_LABELS = {
  sameCarrier: 'default',
  skuListToAdd: 'exceptions added',
  skuListToRemove: 'exceptions removed',
} as const

export const valuesOf = ({ Same_Component_Carrier_Default, version }: StoredMultiBox): MultiBoxValues => ({
  sameCarrier: isSameCarrier(Same_Component_Carrier_Default),
  skuListToAdd: [],
  skuListToRemove: [],
  version,
})

/** The stored exceptions from a default; none if the stored default is the other one. */
function storedExceptions({ Same_Component_Carrier_Default, rows }: StoredMultiBox, sameCarrier: boolean): string[] {
  if (flagOf(sameCarrier) !== Same_Component_Carrier_Default) return []
  return rows.filter(({ isException }) => isException).map(({ Code }) => Code)
}

/** The exceptions after saving the values. */
export function exceptionsOf(stored: StoredMultiBox, values: MultiBoxValues): string[] {
  const removed = new Set(values.skuListToRemove)
  return [...new Set([...storedExceptions(stored, values.sameCarrier), ...values.skuListToAdd])].filter(
    (sku) => !removed.has(sku),
  )
}

type Lists = Pick<MultiBoxValues, 'skuListToAdd' | 'skuListToRemove'>

/** The SKUs to add and remove so that exactly these are exceptions. */
export function changeListsFor(stored: StoredMultiBox, sameCarrier: boolean, exceptions: readonly string[]): Lists {
  const [wanted, before] = [new Set(exceptions), new Set(storedExceptions(stored, sameCarrier))]
  return {
    skuListToAdd: [...wanted].filter((sku) => !before.has(sku)),
    skuListToRemove: [...before].filter((sku) => !wanted.has(sku)),
  }
}

/** A product with its flag after saving, and whether that differs from the stored one. */
export type ShownRow = MultiBoxRow & { readonly isChanged: boolean }

/** The products after saving the values, by code, including exceptions without boxes. */
export function rowsWith(
  stored: StoredMultiBox,
  values: MultiBoxValues,
  describe: (sku: string) => string = () => '',
): ShownRow[] {
  const exceptions = new Set(exceptionsOf(stored, values))
  const byDefault = flagOf(values.sameCarrier)
  const known = new Set(stored.rows.map(({ Code }) => Code))
  const added = values.skuListToAdd
    .filter((sku) => !known.has(sku))
    .map((sku) => ({ Code: sku, Item_Description: describe(sku), components: [] }))
  return [...stored.rows, ...added]
    .map((row) => {
      const isException = exceptions.has(row.Code)
      const Same_Component_Carrier = isException ? otherFlag(byDefault) : byDefault
      const was = 'Same_Component_Carrier' in row ? row.Same_Component_Carrier : undefined
      return { ...row, isException, Same_Component_Carrier, isChanged: was !== Same_Component_Carrier }
    })
    .toSorted((one, other) => (one.Code < other.Code ? -1 : 1))
}

/** A flag for people. */
export const flagText = (flag: 'Y' | 'N') => (flag === 'Y' ? 'One carrier' : 'Any carriers')

const MAX_LISTED_NAMES = 12

function namedText(skus: readonly string[]): string {
  const more = skus.length - MAX_LISTED_NAMES
  return skus.length === 0 ? 'None' : skus.slice(0, MAX_LISTED_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/** The result of the values for people. */
export function shownMultiBox(stored: StoredMultiBox, values: MultiBoxValues): ShownFields {
  return {
    sameCarrier: { title: 'By default', text: flagText(flagOf(values.sameCarrier)) },
    exceptions: { title: 'Exceptions', text: namedText(exceptionsOf(stored, values).toSorted()) },
  }
}

/** Merges the user's values with another user's for some fields, as a change of the other's version. */
export function mergedMultiBox(
  versions: { mine: MultiBoxValues; storedBefore: StoredMultiBox; theirs: MultiBoxValues; storedNow: StoredMultiBox },
  fromTheirs: ReadonlySet<string>,
): MultiBoxValues {
  const { mine, storedBefore, theirs, storedNow } = versions
  const { sameCarrier } = fromTheirs.has('sameCarrier') ? theirs : mine
  const exceptions = fromTheirs.has('exceptions') ? exceptionsOf(storedNow, theirs) : exceptionsOf(storedBefore, mine)
  return { ...theirs, sameCarrier, ...changeListsFor(storedNow, sameCarrier, exceptions) }
}
