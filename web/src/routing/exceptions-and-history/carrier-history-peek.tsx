import { currencyOf } from '../../kit/session/use-currency.ts'
import { Button, Skeleton } from '@mantine/core'
import type { RoutingException } from '@despatch/contract/routing/exceptions-and-history/routing-exception'
import { useQuery } from '@tanstack/react-query'
import { useCanOpen } from '../../kit/session/use-rights.ts'
import { DayText, MomentText, Reference, Status } from '../../kit/list/columns/cells.tsx'
import { PeekDrawer } from '../../kit/list/peek-drawer.tsx'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { AllocateAgainButton } from '../allocation/allocate-again-button.tsx'
import styles from './carrier-history.module.css'
import { decisionsOf } from '../allocation/decision-queries.ts'
import { DecisionView } from '../allocation/decision-view.tsx'
import { endOf } from './exception-state.ts'

type CarrierHistoryPeekProps = {
  readonly of: RoutingException | undefined
  readonly onClose: () => void
  readonly onOpen: (row: RoutingException) => void
}

/** A preview of a routing exception: its reason, and what each candidate would need. */
export function CarrierHistoryPeek({ of, onClose, onOpen }: CarrierHistoryPeekProps) {
  return (
    <PeekDrawer of={of} size="xl" title={({ orderNumber }) => <Reference text={orderNumber} />} onClose={onClose}>
      {(row) => (
        <>
          <div className={styles.actions}>
            <Button size="xs" data-autofocus onClick={() => onOpen(row)}>
              Open the order
            </Button>
            {row.state === 'exception' && <AllocateAgainButton order={row} onDone={onClose} />}
          </div>
          <dl className={styles.facts}>
            <dt>Status</dt>
            <dd>
              <Status meaning={endOf(row.state).meaning}>{endOf(row.state).word}</Status>
              {row.endedAt && (
                <>
                  , <MomentText at={row.endedAt} />
                </>
              )}
            </dd>
            <dt>Why</dt>
            <dd>{row.why}</dd>
            <dt>When</dt>
            <dd>
              <MomentText at={row.at} />, by {row.by}
            </dd>
            <dt>Despatch date</dt>
            <dd>
              <DayText day={row.despatchDay} />
            </dd>
            <dt>SKUs</dt>
            <dd>{row.skus.join(', ')}</dd>
          </dl>
          <ItsDecision row={row} />
        </>
      )}
    </PeekDrawer>
  )
}

function ItsDecision({ row }: { readonly row: RoutingException }) {
  // Users who may see the order may see the reasons.
  const mayAsk = useCanOpen('reportsAndEnquiries.orderAndReturnsEnquiry', 'orderManagement.viewNewOrders')
  const { data, error, refetch } = useQuery({ ...decisionsOf(row), enabled: mayAsk })
  if (!mayAsk) return <p>Ask your administrator for access to orders to see each candidate.</p>
  if (!data && error) return <TableProblem error={error} onRetry={() => void refetch()} isInline />
  if (!data) return <Skeleton height={240} aria-label="Loading the decision" />
  const its = data.consignments.find(({ number, attempt }) => number === row.number && attempt === row.attempt)
  if (!its) return <p>This decision is no longer among the order’s latest.</p>
  return <DecisionView decided={its.decided} consignment={its.consignment} currency={currencyOf(row.clientCode)} />
}
