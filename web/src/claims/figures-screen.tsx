import { addDays } from '@despatch/domain/calendar/day'
import { CAUSE_LABELS } from '@despatch/domain/claims/claim'
import { formatCount } from '@despatch/domain/money/money'
import { periodBefore, periodText } from '@despatch/domain/reports/periods'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { DayChip } from '../kit/list/filters/day-chip.tsx'
import { FilterRow } from '../kit/list/filters/filter-row.tsx'
import { useScreenSearch } from '../kit/list/filters/screen-search.ts'
import { ListPage } from '../kit/list/list-page.tsx'
import { EmptyTable, TableProblem } from '../kit/list/table-states.tsx'
import { ScreenLink } from '../kit/navigation/screen-link.tsx'
import { claimableAddress, claimsAddress } from './addresses.ts'
import { figuresOf } from './claim-queries.ts'
import { amountOf, type ClaimAmount, type ClaimCount, type ClaimFigure, countOf, isAmount } from './claim-sums.ts'
import { ClaimTiles } from './claim-tiles.tsx'
import parts from '../kit/record/record-parts.module.css'
import styles from './claims.module.css'
import { useClient } from './use-claim-rights.ts'
import { operatorToday } from '../kit/browser/clock.ts'

const today = () => operatorToday()
const shape = z.object({
  from: z.iso.date().catch(() => addDays(today(), -90)),
  to: z.iso.date().catch(today),
  by: z.enum(['carrier', 'client', 'cause']).catch('carrier'),
})
const GROUPS = { carrier: 'Carrier', client: 'Client', cause: 'Cause' } as const
type Group = keyof typeof GROUPS

/** Sums of claims that were made, accepted, refused, paid, or missed after their deadline. */
export function ClaimFiguresScreen() {
  const [search, change] = useScreenSearch(shape)
  const client = useClient()
  const isWrong = search.to < search.from
  const before = periodBefore({ startDate: search.from, endDate: search.to })
  const { data: earlier } = useQuery({ ...figuresOf(before.startDate, before.endDate, client), enabled: !isWrong })
  const { data, error, refetch } = useQuery({ ...figuresOf(search.from, search.to, client), enabled: !isWrong })
  return (
    <ListPage
      title="Claim figures"
      counted={
        data && !isWrong && `${formatCount(countOf(data, 'claims'))} claims. Compared with ${periodText(before)}`
      }
      filters={
        <FilterRow isNarrowed={false} onClear={() => undefined}>
          <DayChip name="From" value={search.from} isPast onChange={(from) => change({ from })} />
          <DayChip name="To" value={search.to} isPast onChange={(to) => change({ to })} />
        </FilterRow>
      }
    >
      <div className={styles.page}>
        {isWrong ? (
          <p>The last day is before the first.</p>
        ) : error && !data ? (
          <TableProblem error={error} onRetry={() => void refetch()} />
        ) : data?.length === 0 ? (
          <EmptyTable>
            <p>No claims made or expired on these dates.</p>
          </EmptyTable>
        ) : (
          data && (
            <>
              <ClaimTiles now={data} before={earlier} from={search.from} to={search.to} />
              {(Object.keys(GROUPS) as Group[]).map((by) => (
                <FigureTable key={by} by={by} rows={data} from={search.from} to={search.to} />
              ))}
            </>
          )
        )}
      </div>
    </ListPage>
  )
}

const keyOf = (row: ClaimFigure, by: Group) =>
  by === 'carrier' ? row.carrierCode : by === 'client' ? row.clientCode : row.cause
const nameOf = (row: ClaimFigure, by: Group) =>
  by === 'carrier' ? row.carrierName : by === 'client' ? row.clientCode : CAUSE_LABELS[row.cause]
type Column = { readonly title: string; readonly of: ClaimAmount | ClaimCount; readonly leads?: 'claims' | 'missed' }
/** Amounts for users who see costs; goods and counts for others, because amounts include carriage. */
const WITH_COSTS: readonly Column[] = [
  { title: 'Claims', of: 'claims', leads: 'claims' },
  { title: 'Claimed', of: 'claimed' },
  { title: 'Accepted', of: 'accepted' },
  { title: 'Refused', of: 'refused' },
  { title: 'Paid', of: 'paid' },
  { title: 'Expired', of: 'missed', leads: 'missed' },
  { title: 'Expired value', of: 'missedAmount' },
]
const WITHOUT_COSTS: readonly Column[] = [
  { title: 'Claims', of: 'claims', leads: 'claims' },
  { title: 'Goods claimed', of: 'goods' },
  { title: 'Accepted', of: 'acceptedClaims' },
  { title: 'Refused', of: 'refusedClaims' },
  { title: 'Paid', of: 'paidClaims' },
  { title: 'Expired', of: 'missed', leads: 'missed' },
  { title: 'Expired goods value', of: 'missedGoods' },
]

type FigureTableProps = {
  readonly by: Group
  readonly rows: readonly ClaimFigure[]
  readonly from: string
  readonly to: string
}

function FigureTable({ by, rows, from, to }: FigureTableProps) {
  const groups = Map.groupBy(rows, (row) => `${keyOf(row, by)} ${row.currency}`)
  const columns = rows.some(({ claimed }) => claimed !== undefined) ? WITH_COSTS : WITHOUT_COSTS
  return (
    <section aria-label={`By ${by}`} className={parts.scroll}>
      <table className={parts.rows} aria-label={`Claims by ${by}`}>
        <thead>
          <tr>
            <th scope="col">{GROUPS[by]}</th>
            {columns.map(({ title }) => (
              <th key={title} scope="col" className={parts.number}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...groups].map(([key, some]) => {
            const [first] = some
            if (!first) return null
            const addresses = {
              claims: claimsAddress({ [by]: keyOf(first, by), from, to }),
              missed: claimableAddress({ [by]: keyOf(first, by), missedFrom: from, missedTo: to }),
            }
            return (
              <tr key={key}>
                <th scope="row">{nameOf(first, by)}</th>
                {columns.map(({ title, of, leads }) => (
                  <td key={title} className={parts.number}>
                    {isAmount(of) ? (
                      amountOf(some, of, first.currency)
                    ) : (
                      <Count count={countOf(some, of)} to={leads && addresses[leads]} />
                    )}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

type CountProps = { readonly count: number; readonly to: string | undefined }

/** A count that links to the counted parcels or claims. */
function Count({ count, to }: CountProps) {
  if (count === 0) return '–'
  return to === undefined ? formatCount(count) : <ScreenLink to={to}>{formatCount(count)}</ScreenLink>
}
