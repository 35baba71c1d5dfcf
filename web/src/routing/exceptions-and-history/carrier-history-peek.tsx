import { currencyOf } from '../../kit/session/use-currency.ts'
import { Button, Skeleton } from '@mantine/core'
import type { RoutingException } from '@despatch/contract/routing/exceptions-and-history/routing-exception'
import { useQuery } from '@tanstack/react-query'
import { useCanOpen } from '../../kit/session/use-rights.ts'
import { DayText, MomentText, Reference, Status } from '../../kit/list/columns/cells.tsx'
import { PeekDrawer } from '../../kit/list/peek-drawer.tsx'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { PeekHead } from '../../kit/record/peek-head.tsx'
import { RecordBanner } from '../../kit/record/record-banner.tsx'
import { RecordSection } from '../../kit/record/record-section.tsx'
import { AllocateAgainButton } from '../allocation/allocate-again-button.tsx'
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
          <PeekHead
            status={<End of={row} />}
            actions={
              <>
                {row.state === 'exception' && <AllocateAgainButton order={row} onDone={onClose} />}
                <Button size="xs" data-autofocus onClick={() => onOpen(row)}>
                  Open the order
                </Button>
              </>
            }
            banner={<WhyNoCarrier row={row} />}
            facts={{
              Decided: (
                <>
                  <MomentText at={row.at} />, by {row.by}
                </>
              ),
              'Despatch date': <DayText day={row.despatchDay} />,
              SKUs: row.skus.join(', '),
            }}
          />
          <RecordSection title="Decision">
            <ItsDecision row={row} />
          </RecordSection>
        </>
      )}
    </PeekDrawer>
  )
}

/** Whether the exception is open, or how it ended and when. */
function End({ of: { state, endedAt } }: { readonly of: RoutingException }) {
  const { meaning, word } = endOf(state)
  return (
    <span>
      <Status meaning={meaning}>{word}</Status>
      {endedAt && (
        <>
          , <MomentText at={endedAt} />
        </>
      )}
    </span>
  )
}

/** Why the consignment had no carrier; only an open exception is still a fault. */
function WhyNoCarrier({ row: { state, why } }: { readonly row: RoutingException }) {
  return (
    <RecordBanner meaning={state === 'exception' ? 'bad' : 'neutral'} title="No carrier available">
      {why && <p>{why}.</p>}
    </RecordBanner>
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
