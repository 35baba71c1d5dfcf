import type { OrderChanges, OrderField } from '../../orders/order-fields.ts'
import type { OrderStatus } from '../../orders/order-status.ts'
import { type OrderFeedField, STATE_FIELDS } from '../rows/order-fields.ts'
import {
  COMPARED_FIELDS,
  type ComparedHeader,
  isFieldDifferent,
  isFieldFilled,
  type OrderHeader,
} from '../rows/order-header.ts'
import { isStatusContradicted } from '../rows/order-state.ts'

/** The header of a stored order. */
export type StoredHeader = ComparedHeader & { readonly despatchDate: string; readonly status: OrderStatus }

/**
 * Finds the first field in which a file contradicts a stored order.
 *
 * @param isFurther earlier rows of the file have the order too, so empty cells are not compared
 * @returns 'amended' if users amended all such fields in the portal and the file has the values from before; undefined
 *   if nothing differs
 */
export function findChangedField(
  header: OrderHeader,
  stored: StoredHeader,
  options: {
    changes: readonly OrderChanges[]
    hasField: (field: OrderFeedField) => boolean
    isFurther: boolean
  },
): OrderFeedField | 'amended' | undefined {
  const counts = (field: OrderFeedField) =>
    options.hasField(field) && (!options.isFurther || isFieldFilled(header, field))
  const differing: OrderFeedField[] = COMPARED_FIELDS.filter(
    (field) => counts(field) && isFieldDifferent(field, header, stored),
  )
  if (counts('date') && header.isDayGiven && isOtherDay(header, stored)) differing.push('date')
  if (STATE_FIELDS.some(counts) && isStatusContradicted(header.state, stored.status)) differing.push('status')
  const unknown = differing.find((field) => !hasValueBeforeAmendment(field, header, options.changes))
  return unknown ?? (differing.length > 0 ? 'amended' : undefined)
}

/** Releasing an order late moves its day. A file that is sent again may have the earlier day, unless it is a named day. */
const isOtherDay = ({ dispatchService, despatchDate }: OrderHeader, stored: StoredHeader): boolean =>
  dispatchService.startsWith('NAMED') ? despatchDate !== stored.despatchDate : despatchDate > stored.despatchDate

/** Fields whose history uses other words than files. */
const FIELDS_IN_WORDS: ReadonlySet<string> = new Set(['country', 'dispatchService', 'date'])

/** Whether users amended a field since, and the file has the value from before. */
function hasValueBeforeAmendment(
  field: OrderFeedField,
  header: OrderHeader,
  changes: readonly OrderChanges[],
): boolean {
  return changes.some((change) => {
    const changed = change[field as OrderField]
    if (!changed || FIELDS_IN_WORDS.has(field)) return changed !== undefined
    const compared = field as (typeof COMPARED_FIELDS)[number]
    return !isFieldDifferent(compared, header, { ...header, [compared]: changed.before })
  })
}
