import { dayText } from '../../kit/list/columns/moment-text.ts'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ExceptionCauseRow } from '@despatch/contract/routing/exceptions-and-history/routing-exception'
import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import { dayOf, daysBetween } from '@despatch/domain/calendar/day'
import { formatCount } from '@despatch/domain/money/money'
import { type CauseFix, inactiveCarrierOf } from '@despatch/domain/routing/allocation/exception-cause'
import { useQuery } from '@tanstack/react-query'
import { entryOf } from '../../kit/navigation/menu-keys.ts'
import { screenAddress } from '../../kit/navigation/screen-address.ts'
import { ScreenButton } from '../../kit/navigation/screen-link.tsx'
import { useCanOpen } from '../../kit/session/use-rights.ts'
import { exceptionCauses, type CausesFilter } from './carrier-history-queries.ts'
import styles from './exception-causes.module.css'
import { serverNow } from '../../kit/browser/clock.ts'

/** The number of causes above the list before 'Show more'. */
const SHOWN = 4

const FIXES = {
  'active-dates': { leaf: 'carrierRoutingControl.carrierActiveDates', label: 'Active dates' },
  // The stops are a section of this screen, for staff.
  'carrier-stops': { leaf: 'carrierRoutingControl.carrierCapacitySetUp', label: 'Stops' },
  'cut-offs': { leaf: 'carrierRoutingControl.carrierCapacitySetUp', label: 'Cut-offs' },
  capacity: { leaf: 'carrierRoutingControl.carrierCapacitySetUp', label: 'Capacity' },
  prices: { leaf: 'carrierRoutingControl.carrierPrices', label: 'Prices' },
  'parcel-limits': { leaf: 'carrierRoutingControl.carrierParcelLimits', label: 'Parcel limits' },
  'fixed-routing': { leaf: 'carrierRoutingControl.productFixedRoutingBySku', label: 'Fixed routing' },
} as const satisfies Record<CauseFix, { leaf: LeafPath; label: string }>

type ExceptionCausesProps = {
  readonly filter: CausesFilter
  /** The cause that filters the list, or ''. */
  readonly chosen: string
  readonly onChoose: (cause: string) => void
  /** Allocates the orders of a cause again; undefined if the user may not. */
  readonly onAllocate: ((cause: string) => void) | undefined
  readonly isAllocating: boolean
  readonly hasClients: boolean
}

/**
 * Shows causes of open exceptions: one change of the rules often helps many orders. Renders nothing for at most one
 * exception.
 */
export function ExceptionCauses({ filter, chosen, onChoose, hasClients, ...acting }: ExceptionCausesProps) {
  const { data } = useQuery(exceptionCauses(filter))
  const [isWhole, whole] = useDisclosure()
  const causes = data?.causes ?? []
  if (causes.reduce((sum, { orders }) => sum + orders, 0) < 2) return null
  const shown = isWhole ? causes : causes.filter(({ cause }, index) => index < SHOWN || cause === chosen)
  const left = causes.length - shown.length
  return (
    <section className={styles.causes} aria-label="Causes">
      <table aria-label="Causes of routing exceptions">
        <thead>
          <tr>
            <th scope="col">Cause</th>
            <th scope="col" className={styles.count}>
              Orders
            </th>
            {hasClients && (
              <th scope="col" className={styles.count}>
                Clients
              </th>
            )}
            <th scope="col">Without a carrier since</th>
            <th scope="col" className={styles.count}>
              Due to go
            </th>
            <td />
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <Cause
              key={row.cause}
              row={row}
              isChosen={row.cause === chosen}
              {...{ onChoose, hasClients }}
              {...acting}
            />
          ))}
        </tbody>
      </table>
      {(left > 0 || isWhole) && causes.length > SHOWN && (
        <Button variant="subtle" size="compact-xs" aria-expanded={isWhole} onClick={whole.toggle}>
          {isWhole ? 'Show fewer causes' : `Show ${formatCount(left)} more`}
        </Button>
      )}
      {isWhole && data !== undefined && data.others > 0 && (
        <p>{formatCount(data.others)} more orders have other causes.</p>
      )}
    </section>
  )
}

type CauseProps = Pick<ExceptionCausesProps, 'onChoose' | 'onAllocate' | 'isAllocating' | 'hasClients'> & {
  readonly row: ExceptionCauseRow
  readonly isChosen: boolean
}

function Cause({ row, isChosen, onChoose, onAllocate, isAllocating, hasClients }: CauseProps) {
  const { cause, fix, example, orders, clients, urgent, since } = row
  return (
    <tr data-chosen={isChosen || undefined}>
      <th scope="row">
        <button
          type="button"
          className={styles.cause}
          aria-pressed={isChosen}
          title={`For example: ${example}`}
          onClick={() => onChoose(isChosen ? '' : cause)}
        >
          {cause}
        </button>
      </th>
      <td className={styles.count} data-name="Orders">
        {formatCount(orders)}
      </td>
      {hasClients && (
        <td className={styles.count} data-name="Clients">
          {formatCount(clients)}
        </td>
      )}
      <td data-name="Since">{sinceText(new Date(since), serverNow())}</td>
      <td className={styles.count} data-name="Due" data-urgent={urgent > 0 || undefined}>
        {urgent > 0 ? formatCount(urgent) : '–'}
      </td>
      <td className={styles.acts}>
        {fix && <Fix fix={fix} cause={cause} />}
        {onAllocate && (
          <Button variant="default" size="compact-xs" disabled={isAllocating} onClick={() => onAllocate(cause)}>
            Allocate {orders === 1 ? 'it' : formatCount(orders)} again
          </Button>
        )}
      </td>
    </tr>
  )
}

/** Links to the rules to change, if the user may open them, for the carrier in the cause. */
function Fix({ fix, cause }: { readonly fix: CauseFix; readonly cause: string }) {
  const { leaf, label } = FIXES[fix]
  const { path } = entryOf(leaf)
  const carrier = inactiveCarrierOf(cause)
  if (!useCanOpen(leaf)) return null
  return (
    <ScreenButton
      variant="subtle"
      size="compact-sm"
      to={carrier ? screenAddress<Searched>(path)({ search: carrier }) : path}
    >
      {label}
    </ScreenButton>
  )
}

type Searched = { readonly search: string }

/** 'Sat 14 Nov, 9 days', 'today'. */
export function sinceText(since: Date, now: Date): string {
  const [day, today] = [dayOf(since), dayOf(now)]
  const days = daysBetween(day, today)
  if (days <= 0) return 'today'
  return `${dayText(day, today)}, ${days === 1 ? '1 day' : `${formatCount(days)} days`}`
}
