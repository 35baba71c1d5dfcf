import type { WorkChoice } from '@despatch/contract/orders/order-criteria'
import { useQuery } from '@tanstack/react-query'
import { countryName } from '../../kit/form/countries.ts'
import { ChoicesChip } from '../../kit/list/filters/choices-chip.tsx'
import { ChoiceChip } from '../../kit/list/filters/choice-chip.tsx'
import { DaysChip } from '../../kit/list/filters/days-chip.tsx'
import { FilterChip } from '../../kit/list/filters/filter-chip.tsx'
import {
  DESPATCH_WHEN,
  type DespatchWhen,
  type WorkOrderKind,
  type WorkOrderSearch,
  workCounts,
} from './work-order-queries.ts'

const NAMES: Readonly<Record<WorkChoice, string>> = {
  carrier: 'Carrier',
  dispatchService: 'Service',
  country: 'Country',
  source: 'Source',
  suspendedFor: 'Suspended for',
}
const CHOICES = Object.keys(NAMES) as WorkChoice[]
const SOURCES: Readonly<Record<string, string>> = { portal: 'Portal', feed: 'Feed' }
const WHEN_OPTIONS = Object.entries(DESPATCH_WHEN).map(([value, label]) => ({ value, label }))

/** What a value of a filter is called. */
export function workValueLabel(choice: WorkChoice, { value, title }: { value: string; title: string }): string {
  if (choice === 'country') return countryName(value)
  return choice === 'source' ? (SOURCES[value] ?? value) : title
}

type WorkChoiceChipsProps = {
  readonly kind: WorkOrderKind
  readonly search: WorkOrderSearch
  readonly onChange: (part: Partial<WorkOrderSearch>) => void
}

/** The filters of a list of work by carrier, service, despatch day, country, source and reason of suspension. */
export function WorkChoiceChips({ kind, search, onChange }: WorkChoiceChipsProps) {
  const { data } = useQuery(workCounts(kind))
  const { despatch, despatchFrom, despatchTo, noCarrier, isNot } = search
  return (
    <>
      <ChoiceChip
        name="Despatch"
        value={despatch}
        options={WHEN_OPTIONS}
        onChange={(when) => onChange({ despatch: when as DespatchWhen | '', despatchFrom: '', despatchTo: '' })}
      />
      <DaysChip
        name="Despatch days"
        verb="Despatched"
        value={{ dateFrom: despatchFrom, dateTo: despatchTo }}
        onChange={({ dateFrom, dateTo }) => onChange({ despatchFrom: dateFrom, despatchTo: dateTo, despatch: '' })}
      />
      {CHOICES.map((choice) => (
        <ChoicesChip
          key={choice}
          name={NAMES[choice]}
          options={(data?.values ?? [])
            .filter((one) => one.choice === choice)
            .map((one) => ({ value: one.value, label: workValueLabel(choice, one), count: one.count }))}
          values={search[choice]}
          isNot={isNot.includes(choice)}
          onChange={(chosen) =>
            onChange({
              [choice]: [...chosen.values],
              isNot: [...isNot.filter((one) => one !== choice), ...(chosen.isNot ? [choice] : [])],
            })
          }
        />
      ))}
      {noCarrier === 'only' && (
        <FilterChip name="No carrier" value="" isOn onRemove={() => onChange({ noCarrier: '' })} />
      )}
    </>
  )
}
