import { useGoTo } from '../../kit/navigation/use-go-to.ts'
import type { RequiredWeek } from '@despatch/contract/invoices/still-to-be-billed'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ExportMenu } from '../../kit/list/export/export-menu.tsx'
import { DataTable } from '../../kit/list/data-table.tsx'
import { ChoiceChip } from '../../kit/list/filters/choice-chip.tsx'
import { DayChip } from '../../kit/list/filters/day-chip.tsx'
import { FilterRow } from '../../kit/list/filters/filter-row.tsx'
import { isNarrowed } from '../../kit/list/filters/is-narrowed.ts'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { NothingListed } from '../../kit/list/nothing-listed.tsx'
import { requiredParcelsAddress } from '../addresses.ts'
import { invoiceCarriers } from '../invoice-queries.ts'
import { amountText, countText } from '../invoice-text.ts'
import { weekColumns } from './required-columns.tsx'
import { RequiredNotes } from './required-notes.tsx'
import { accrualsOf, NO_REQUIRED_FILTER, requiredOf, requiredShape } from './required-queries.ts'
import styles from './required.module.css'
import { UnbilledWeeks } from './unbilled-weeks.tsx'

const TITLE = 'Unbilled (accruals)'
const TABLE = 'invoices-required'
const rowId = ({ carrierCode, week, currency }: RequiredWeek) => `${carrierCode} ${week} ${currency}`

/** What carriers have not billed yet, by carrier and week of despatch, with the expected cost. */
export function RequiredScreen() {
  const goTo = useGoTo()
  const [search, change] = useScreenSearch(requiredShape)
  const { data, error, isPending, refetch } = useQuery(requiredOf(search))
  const { data: carriers = [] } = useQuery(invoiceCarriers)
  const columns = useMemo(() => weekColumns(search.asOf), [search.asOf])
  const rows = data?.required
  const openWeek = (of: { carrier: string; week: string }) => goTo(requiredParcelsAddress({ ...of, asOf: search.asOf }))
  return (
    <ListPage
      title={TITLE}
      counted={rows && <span className={styles.total}>{totalText(rows)}</span>}
      filters={
        <>
          <FilterRow isNarrowed={isNarrowed(search, NO_REQUIRED_FILTER)} onClear={() => change(NO_REQUIRED_FILTER)}>
            <DayChip name="As of" value={search.asOf} isPast onChange={(asOf) => change({ asOf })} />
            <ChoiceChip
              name="Carrier"
              value={search.carrier}
              options={carriers.map(({ code, name }) => ({ value: code, label: name }))}
              onChange={(carrier) => change({ carrier })}
            />
          </FilterRow>
          <ExportMenu
            table={TABLE}
            title={`${TITLE} as of ${data?.asOf ?? 'today'}`}
            columns={columns}
            total={data?.isComplete === false ? 0 : rows?.length}
            fetchRows={async (page) => (page === 1 ? (rows ?? []) : [])}
          />
        </>
      }
    >
      {data && !data.isComplete && (
        <p className={styles.incomplete} role="status">
          Figures are still being counted. This page updates itself.
        </p>
      )}
      {data && <RequiredNotes missingInvoices={data.missingInvoices} billedLate={data.billedLate} />}
      {data && (
        <UnbilledWeeks
          weeks={data.required}
          missingInvoices={data.missingInvoices}
          onOpen={(carrier, week) => openWeek({ carrier, week })}
        />
      )}
      <DataTable
        name={TABLE}
        label="Unbilled weeks"
        columns={columns}
        rows={rows}
        rowId={rowId}
        isLoading={isPending}
        error={error}
        onRetry={() => void refetch()}
        onOpen={({ carrierCode: carrier, week }) => openWeek({ carrier, week })}
        empty={
          <NothingListed
            noun="week"
            isNarrowed={isNarrowed(search, NO_REQUIRED_FILTER)}
            onClear={() => change(NO_REQUIRED_FILTER)}
            otherwise="Nothing despatched in the last 120 days."
          />
        }
      />
    </ListPage>
  )
}

/** '£1,234.50 for 312 parcels, 4 with no known cost'. */
export function totalText(weeks: readonly RequiredWeek[]): string {
  const missing = weeks.reduce((sum, week) => sum + week.missing, 0)
  if (missing === 0) return 'Nothing unbilled'
  const unpriced = weeks.reduce((sum, week) => sum + week.unpriced, 0)
  const sums = accrualsOf(weeks).map(({ currency, amount }) => amountText(amount, currency))
  const without = unpriced === 0 ? '' : `, ${formatCount(unpriced)} with no known cost`
  return `${sums.join(' and ')} for ${countText(missing, ['parcel', 'parcels'])}${without}`
}
