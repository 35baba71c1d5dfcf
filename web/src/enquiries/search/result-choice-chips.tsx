import { ORDER_SOURCES, type WorkChoice } from '@despatch/contract/orders/order-criteria'
import { SUSPEND_REASONS } from '@despatch/domain/orders/commands/reasons'
import { DISPATCH_SERVICES } from '@despatch/domain/routing/dispatch-service'
import { REGION_CODES } from '@despatch/domain/text/postcode-areas'
import { useQuery } from '@tanstack/react-query'
import { carriersQuery } from '../../deliveries/parcels/parcel-queries.ts'
import { useStore } from '../../kit/browser/store.ts'
import { countryChoices } from '../../kit/form/countries.ts'
import type { ChoiceOption } from '../../kit/list/filters/choices-chip.tsx'
import { DaysChip } from '../../kit/list/filters/days-chip.tsx'
import { clientOptions } from '../../kit/session/client-title.ts'
import { hasRight } from '../../kit/session/rights.ts'
import { session } from '../../kit/session/session-store.ts'
import { OrderChoiceChips, workValueLabel } from '../../orders/order-choice-chips.tsx'
import { ME } from '../../orders/filter-values.ts'
import { colleaguesToChoose, tagsInUse } from '../../orders/tags-and-notes/note-queries.ts'
import type { ResultSearch } from './result-queries.ts'

/** Permissions that include the list of carriers. */
const CARRIERS = ['reportsAndEnquiries.parcelDeliveryStatus', 'reportsAndEnquiries.carrierDeliveryExceptions'] as const

const listed = (choice: WorkChoice, values: readonly string[]): ChoiceOption[] =>
  values.map((value) => ({ value, label: workValueLabel(choice, { value, title: value }) }))

type ResultChoiceChipsProps = {
  readonly search: ResultSearch
  readonly onChange: (part: Partial<ResultSearch>) => void
}

/** Multiple-choice filters of the search results, with all possible values rather than those of open orders. */
export function ResultChoiceChips({ search, onChange }: ResultChoiceChipsProps) {
  const seesCarriers = useStore(session.store, (state) => CARRIERS.some((leaf) => hasRight(state, leaf)))
  const { data: carriers = [] } = useQuery({ ...carriersQuery, enabled: seesCarriers })
  const clients = useStore(session.store, (state) => state.clients)
  const { data: tags = [] } = useQuery(tagsInUse)
  const { data: people = [] } = useQuery(colleaguesToChoose())
  const { despatchFrom, despatchTo } = search
  const options: Partial<Record<WorkChoice, readonly ChoiceOption[]>> = {
    ...(seesCarriers && {
      carrier: carriers.map(({ carrier, carrierName }) => ({ value: carrier, label: carrierName })),
    }),
    dispatchService: listed('dispatchService', DISPATCH_SERVICES),
    country: countryChoices(),
    region: listed('region', REGION_CODES),
    clientCode: clientOptions(clients),
    source: listed('source', ORDER_SOURCES),
    suspendedFor: listed('suspendedFor', SUSPEND_REASONS),
    tag: listed('tag', tags),
    assignee: [
      { value: ME, label: 'Me' },
      ...people.map(({ userId, username }) => ({ value: userId, label: username })),
    ],
  }
  return (
    <>
      <DaysChip
        name="Despatch dates"
        verb="Despatched"
        value={{ dateFrom: despatchFrom, dateTo: despatchTo }}
        onChange={({ dateFrom, dateTo }) => onChange({ despatchFrom: dateFrom, despatchTo: dateTo })}
      />
      <OrderChoiceChips search={search} optionsOf={(choice) => options[choice]} onChange={onChange} />
    </>
  )
}
