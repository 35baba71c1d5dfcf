import type { OrderChanges, OrderField } from '../../orders/order-fields.ts'
import type { OrderStatus } from '../../orders/order-status.ts'
import { type OrderFeedField, STATE_FIELDS } from '../rows/order-fields.ts'
import { COMPARED, type ComparedHeader, isOther, isSaid, type OrderHeader } from '../rows/order-header.ts'
import { isOtherThanFed } from '../rows/order-state.ts'

/** What an order says that is there. */
export type KeptHeader = ComparedHeader & { readonly despatchDate: string; readonly status: OrderStatus }

/**
 * The first field in which a file says something else than the order that is there; 'amended' where people have amended all
 * such fields in the portal, and the file says what was there before; undefined where it says the same.
 *
 * @param isFurther whether rows of the order came before these: a cell that they leave empty says nothing then
 */
export function otherThanKept(
  header: OrderHeader,
  kept: KeptHeader,
  given: {
    changes: readonly OrderChanges[]
    hasField: (field: OrderFeedField) => boolean
    isFurther: boolean
  },
): OrderFeedField | 'amended' | undefined {
  const counts = (field: OrderFeedField) => given.hasField(field) && (!given.isFurther || isSaid(header, field))
  const differing: OrderFeedField[] = COMPARED.filter((field) => counts(field) && isOther(field, header, kept))
  if (counts('date') && header.isDayGiven && isOtherDay(header, kept)) differing.push('date')
  if (STATE_FIELDS.some(counts) && isOtherThanFed(header.state, kept.status)) differing.push('status')
  const unknown = differing.find((field) => !isFromBefore(field, header, given.changes))
  return unknown ?? (differing.length > 0 ? 'amended' : undefined)
}

/** Releasing an order late moves its day on: a file that is sent again may then say the day before, unless it named the day. */
const isOtherDay = ({ dispatchService, despatchDate }: OrderHeader, kept: KeptHeader): boolean =>
  dispatchService.startsWith('NAMED') ? despatchDate !== kept.despatchDate : despatchDate > kept.despatchDate

/** Fields whose changes are kept in other words than the file has them. */
const IN_WORDS: ReadonlySet<string> = new Set(['country', 'dispatchService', 'date'])

/** Whether people have amended a field since, of which the file says what it was before. */
function isFromBefore(field: OrderFeedField, header: OrderHeader, changes: readonly OrderChanges[]): boolean {
  return changes.some((change) => {
    const changed = change[field as OrderField]
    if (!changed || IN_WORDS.has(field)) return changed !== undefined
    const compared = field as (typeof COMPARED)[number]
    return !isOther(compared, header, { ...header, [compared]: changed.before })
  })
}
