import { SegmentedControl } from '@mantine/core'
import { returnFigures } from '@despatch/contract/returns/dashboard-and-trend/return-figures'
import { COUNTED_BY, COUNTED_BY_CODES } from '@despatch/domain/returns/dashboard-and-trend/counted-by'
import { useQuery } from '@tanstack/react-query'
import { useStore } from '../../kit/browser/store.ts'
import { ChoiceChip } from '../../kit/list/filters/choice-chip.tsx'
import { DaysChip } from '../../kit/list/filters/days-chip.tsx'
import { FilterRow } from '../../kit/list/filters/filter-row.tsx'
import { TextChip } from '../../kit/list/filters/text-chip.tsx'
import { call } from '../../kit/server/call.ts'
import { session } from '../../kit/session/session-store.ts'
import { type FigureSearch, isNarrowed, NOT_NARROWED } from './figure-search.ts'
import styles from './figures.module.css'

type FigureFiltersProps = {
  readonly search: FigureSearch
  readonly onChange: (part: Partial<FigureSearch>) => void
}

const optionsOf = (values: readonly string[] = []) => values.map((value) => ({ value, label: value }))

/** Filters of return figures: the day they count by, the period and the rest. */
export function FigureFilters({ search, onChange }: FigureFiltersProps) {
  const client = useStore(session.store, (now) => now.client)
  const { data } = useQuery({
    queryKey: ['return-choices', client],
    queryFn: ({ signal }) => call(returnFigures.choices, {}, { signal }),
    staleTime: 60_000,
  })
  const { startDate, endDate, countedBy, SKU, category, reason, carrier, region } = search
  return (
    <>
      <div className={styles.countedBy}>
        <span id="counted-by">Counted by</span>
        <SegmentedControl
          size="xs"
          aria-labelledby="counted-by"
          data={COUNTED_BY_CODES.map((value) => ({ value, label: COUNTED_BY[value].title }))}
          value={countedBy}
          onChange={(value) => onChange({ countedBy: value })}
        />
      </div>
      <FilterRow isNarrowed={isNarrowed(search)} onClear={() => onChange(NOT_NARROWED)}>
        <DaysChip
          value={{ dateFrom: startDate, dateTo: endDate }}
          verb={COUNTED_BY[countedBy].title}
          isOn={false}
          onChange={({ dateFrom, dateTo }) => onChange({ startDate: dateFrom, endDate: dateTo })}
        />
        <TextChip name="SKU" value={SKU} most={40} onChange={(value) => onChange({ SKU: value })} />
        <ChoiceChip
          name="Category"
          value={category}
          options={optionsOf(data?.categories)}
          onChange={(value) => onChange({ category: value })}
        />
        <ChoiceChip
          name="Reason"
          value={reason}
          options={(data?.reasons ?? []).map(({ code, title }) => ({
            value: code,
            label: title === code ? code : `${title} (${code})`,
          }))}
          onChange={(value) => onChange({ reason: value })}
        />
        <ChoiceChip
          name="Carrier"
          value={carrier}
          options={(data?.carriers ?? []).map(({ carrier: value, carrierName }) => ({ value, label: carrierName }))}
          onChange={(value) => onChange({ carrier: value })}
        />
        <ChoiceChip
          name="Region"
          value={region}
          options={optionsOf(data?.regions)}
          onChange={(value) => onChange({ region: value })}
        />
      </FilterRow>
    </>
  )
}
