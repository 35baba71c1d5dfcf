import { Button, Skeleton } from '@mantine/core'
import { NO_DELIVERY_EXCEPTIONS } from '@despatch/domain/feedback/search-messages'
import { formatCount } from '@despatch/domain/money/money'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { useQuery } from '@tanstack/react-query'
import { useStore } from '../../kit/browser/store.ts'
import { useDangerNotice } from '../../kit/notify/use-danger-notice.ts'
import { session } from '../../kit/session/session-store.ts'
import { FilterRow } from '../../kit/list/filters/filter-row.tsx'
import { lastDays } from '../parcels/parcel-queries.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { EmptyTable, TableProblem } from '../../kit/list/table-states.tsx'
import { CountsTable } from './counts-table.tsx'
import { DayStrip } from './day-strip.tsx'
import { ExceptionFilters } from './exception-filters.tsx'
import { exceptionCountsQuery, countsShape, EXCEPTION_LABELS, daysProblem } from './exception-queries.ts'
import styles from './exceptions.module.css'
import { PrintButton } from './print-button.tsx'

const TITLE = 'Carrier Delivery Exceptions'

/** Counts parcels that are overdue, or were delivered late, by carrier and service. */
export function DeliveryExceptionsScreen() {
  const [search, change] = useScreenSearch(countsShape)
  const client = useStore(session.store, (now) => now.client)
  const problem = daysProblem(search)
  const { data, error, refetch } = useQuery(exceptionCountsQuery(search, client))
  const carriers = problem ? undefined : data
  useDangerNotice(carriers?.length === 0 ? NO_DELIVERY_EXCEPTIONS : undefined)
  const all = carriers?.flatMap((one) => one.DeliveryExceptionList.DeliveryExceptions) ?? []
  const total = all.reduce((sum, { Parcels }) => sum + Parcels, 0)
  const defaultDays = lastDays()
  const isNarrowed = search.show !== 'undelivered' || search.from !== defaultDays.from || search.to !== defaultDays.to
  const clear = () => change({ show: 'undelivered', ...defaultDays })

  return (
    <ListPage
      title={TITLE}
      counted={
        carriers
          ? `${formatCount(total)} ${total === 1 ? 'parcel' : 'parcels'}, ${EXCEPTION_LABELS[search.show].toLowerCase()}`
          : !error && !problem && 'Counting…'
      }
      viewsOf="carrier-delivery-exceptions"
      action={<PrintButton search={search} client={client} isOff={problem !== undefined} />}
      filters={
        <FilterRow isNarrowed={isNarrowed} onClear={clear}>
          <ExceptionFilters search={search} onChange={change} />
        </FilterRow>
      }
    >
      {problem ? (
        <EmptyTable>
          <p>{problem}.</p>
          <Button variant="default" size="xs" onClick={clear}>
            The last 30 days
          </Button>
        </EmptyTable>
      ) : !carriers && error ? (
        <TableProblem error={error} onRetry={() => void refetch()} />
      ) : !carriers ? (
        <div className={styles.waiting}>
          <Skeleton height={240} aria-label="Loading delivery exceptions" />
        </div>
      ) : carriers.length === 0 ? (
        <EmptyTable>
          <p>{NO_DELIVERY_EXCEPTIONS}</p>
          <p>
            {search.show === 'undelivered'
              ? 'No parcels from these orders are overdue.'
              : 'No parcels from these orders were delivered late.'}
          </p>
        </EmptyTable>
      ) : (
        <>
          {error && <TableProblem error={error} onRetry={() => void refetch()} isInline />}
          <DayStrip search={search} client={client} />
          <CountsTable carriers={carriers} search={search} isOfMany={client === ALL_CLIENTS} />
        </>
      )}
    </ListPage>
  )
}
