import { MAX_ORDER_VALUE, WORK_CHOICES, type WorkChoice } from '@despatch/contract/orders/order-criteria'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { useStore } from '../kit/browser/store.ts'
import { countryName } from '../kit/form/countries.ts'
import { type ChoiceOption, ChoicesChip } from '../kit/list/filters/choices-chip.tsx'
import { RangeChip } from '../kit/list/filters/range-chip.tsx'
import { currencyOf, currencyOfAll } from '../kit/session/use-currency.ts'
import { session } from '../kit/session/session-store.ts'
import type { ChoiceSearch } from './commands/work-order-queries.ts'

/** What each filter is called. */
export const NAMES: Readonly<Record<WorkChoice, string>> = {
  carrier: 'Carrier',
  method: 'Method',
  dispatchService: 'Service',
  country: 'Country',
  region: 'Region',
  clientCode: 'Client',
  source: 'Source',
  suspendedFor: 'Suspended for',
  tag: 'Tag',
  assignee: 'Assigned to',
}
const SOURCES: Readonly<Record<string, string>> = { portal: 'Portal', feed: 'Feed' }

/** What a value of a filter is called. */
export function workValueLabel(choice: WorkChoice, { value, title }: { value: string; title: string }): string {
  if (choice === 'country') return countryName(value)
  return choice === 'source' ? (SOURCES[value] ?? value) : title
}

type OrderChoiceChipsProps = {
  readonly search: ChoiceSearch
  /** What can be chosen of each; a filter without a list of it is left out. */
  readonly optionsOf: (choice: WorkChoice) => readonly ChoiceOption[] | undefined
  readonly onChange: (part: Partial<ChoiceSearch>) => void
}

/** The filters of a list of orders by values of which some are chosen, or all but some, and by what an order is worth. */
export function OrderChoiceChips({ search, optionsOf, onChange }: OrderChoiceChipsProps) {
  const isAllClients = useStore(session.store, ({ client }) => client === ALL_CLIENTS)
  const { isNot, valueFrom, valueTo } = search
  // Orders of clients of several currencies are compared by their figures alone.
  const currency = useStore(session.store, (state) =>
    state.client === ALL_CLIENTS ? currencyOfAll(state) : currencyOf(state.client),
  )
  return (
    <>
      {WORK_CHOICES.filter((choice) => choice !== 'clientCode' || isAllClients || search.clientCode.length > 0).map(
        (choice) => {
          const options = optionsOf(choice)
          return (
            options && (
              <ChoicesChip
                key={choice}
                name={NAMES[choice]}
                options={options}
                values={search[choice]}
                isNot={isNot.includes(choice)}
                onChange={(chosen) =>
                  onChange({
                    [choice]: [...chosen.values],
                    isNot: [...isNot.filter((one) => one !== choice), ...(chosen.isNot ? [choice] : [])],
                  })
                }
              />
            )
          )
        },
      )}
      <RangeChip
        name="Value"
        currency={currency}
        value={{ from: valueFrom, to: valueTo }}
        most={MAX_ORDER_VALUE}
        onChange={({ from, to }) => onChange({ valueFrom: from, valueTo: to })}
      />
    </>
  )
}
