import { currencyOf } from '../../kit/session/use-currency.ts'
import { Button, Skeleton } from '@mantine/core'
import type { ConsignmentDecision } from '@despatch/contract/routing/allocation/explanation'
import { type Day, formatDayShort } from '@despatch/domain/calendar/day'
import type { OrderStatus } from '@despatch/domain/orders/order-status'
import { formatCount } from '@despatch/domain/money/money'
import { useDisclosure, useInViewport } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { openHistoryAddress } from '../exceptions-and-history/carrier-history-queries.ts'
import { operatorToday } from '../../kit/browser/clock.ts'
import { useCanOpen } from '../../kit/session/use-rights.ts'
import { useVisibility } from '../../kit/session/use-visibility.ts'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { RateAgainButton } from './rate-again.tsx'
import { AllocateAgainButton } from './allocate-again-button.tsx'
import { ChooseCarrier, type Chosen } from './choose-carrier.tsx'
import { ChosenReceipt } from './chosen-receipt.tsx'
import { ConsignmentView } from './consignment-view.tsx'
import { type OrderToExplain, decisionsOf, type OrderOf, presentAndEarlier } from './decision-queries.ts'
import { EarlierDecision } from './earlier-decision.tsx'
import styles from './order-carrier.module.css'
import { EntryLink } from '../rule-book/rule-link.tsx'

const EXCEPTIONS = 'reportsAndEnquiries.carrierRoutingExceptions'
const HISTORY = 'reportsAndEnquiries.carrierHistory'

type OrderCarrierProps = {
  readonly order: OrderToExplain
  /** The user asked why: open the reasons, and load at once instead of when visible. */
  readonly isOpenInitially?: boolean
}

/** Shows an order's carriers and the reasons; loads when it becomes visible. */
export function OrderCarrier({ order, isOpenInitially = false }: OrderCarrierProps) {
  const { ref, inViewport } = useInViewport<HTMLElement>()
  const [wasSeen, setSeen] = useState(isOpenInitially)
  if (inViewport && !wasSeen) setSeen(true)
  const [chosen, setChosen] = useState<Chosen>()
  const { data, error, refetch } = useQuery({ ...decisionsOf(order), enabled: wasSeen })
  const title = useVisibility().costs ? 'Carrier and cost' : 'Carrier'
  const opensExceptions = useCanOpen(EXCEPTIONS)
  const opensHistory = useCanOpen(HISTORY)
  const { present, earlier } = presentAndEarlier(data?.consignments ?? [])
  const isException = present.some(({ state }) => state === 'exception')
  return (
    <section ref={ref} className={styles.section} aria-label={title}>
      <header className={styles.head}>
        <h2>{title}</h2>
        {data && isOpen(data.Status) && !isException && <RateAgainButton orders={[order]} />}
        {isException && (
          <>
            <AllocateAgainButton order={order} />
            {(opensExceptions || opensHistory) && (
              <EntryLink
                leaf={opensExceptions ? EXCEPTIONS : HISTORY}
                {...(!opensExceptions && { to: openHistoryAddress })}
              >
                All open routing exceptions
              </EntryLink>
            )}
          </>
        )}
      </header>
      {error && <TableProblem error={error} onRetry={() => void refetch()} isInline />}
      {data ? (
        <>
          {chosen && (
            <ChosenReceipt
              key={chosen.commandId}
              chosen={chosen}
              clientCode={order.clientCode}
              onClose={() => setChosen(undefined)}
            />
          )}
          {present.length === 0 && <p className={styles.remark}>{whyNoneText(data.Status, order, operatorToday())}</p>}
          {present.map((one) => (
            <ConsignmentView
              key={`${one.attempt}.${one.number}`}
              decision={one}
              currency={currencyOf(order.clientCode)}
              isOpenInitially={isOpenInitially}
              choosing={
                isOpen(data.Status) &&
                one.consignment.parcels.length > 0 && (
                  <ChooseCarrier order={order} decision={one} onChosen={setChosen} />
                )
              }
              of={present.length}
              versionNow={data.ruleBookVersion}
            />
          ))}
          {earlier.length > 0 && <Earlier decisions={earlier} currency={currencyOf(order.clientCode)} />}
        </>
      ) : (
        !error && <Skeleton height={84} aria-label="Loading the carrier" />
      )}
    </section>
  )
}

/** Why an order has no decision yet, and how to get a carrier. */
export function whyNoneText(
  status: OrderStatus,
  { despatchDate, dispatchService }: Omit<OrderToExplain, keyof OrderOf>,
  today: Day,
): string {
  const none = 'No carrier has been chosen for this order.'
  if (status === 'S') return `${none} It is suspended and gets one on release.`
  if (status !== 'N' && status !== 'R') return none
  if (despatchDate === undefined) return none
  if (despatchDate >= today) return `${none} It has not been allocated yet.`
  const passed = `Its despatch date, ${formatDayShort(despatchDate)}, passed before it was allocated`
  return dispatchService === 'NAMED DAY'
    ? `${none} ${passed}. Choose another despatch date.`
    : `${none} ${passed}. Release allocates it for the next working day.`
}

/** The carrier is final once the warehouse starts; a suspended order has none. */
const isOpen = (status: OrderStatus) => status === 'N' || status === 'R'

type EarlierProps = { readonly decisions: readonly ConsignmentDecision[]; readonly currency: string }

function Earlier({ decisions, currency }: EarlierProps) {
  const [isOpen, opening] = useDisclosure()
  return (
    <>
      <Button variant="subtle" size="compact-sm" ml={-8} aria-expanded={isOpen} onClick={opening.toggle}>
        {isOpen ? 'Hide' : 'Show'} {formatCount(decisions.length)} earlier{' '}
        {decisions.length === 1 ? 'decision' : 'decisions'}
      </Button>
      {isOpen && (
        <ol className={styles.earlier} aria-label="Earlier decisions, newest first">
          {decisions.map((one) => (
            <EarlierDecision key={`${one.attempt}.${one.number}`} decision={one} currency={currency} />
          ))}
        </ol>
      )}
    </>
  )
}
