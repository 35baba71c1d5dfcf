import { ALL_CLIENTS, ALL_CLIENTS_LABEL, ROLE_TYPES } from '@despatch/domain/administration/roles/role-types'
import { useStore } from '../../kit/browser/store.ts'
import { clientOptions } from '../../kit/session/client-title.ts'
import { session } from '../../kit/session/session-store.ts'
import { ChoiceChip, YES_OR_NO } from '../../kit/list/filters/choice-chip.tsx'
import { FilterRow } from '../../kit/list/filters/filter-row.tsx'
import { isNarrowed } from '../../kit/list/filters/is-narrowed.ts'
import { SearchField } from '../../kit/list/filters/search-field.tsx'
import { NO_FILTER, type RoleSearch } from './role-queries.ts'

type RoleFiltersProps = { readonly search: RoleSearch; readonly onChange: (part: Partial<RoleSearch>) => void }

const TYPES = ROLE_TYPES.map((type) => ({ value: type, label: type }))
/** The filters of the list of roles: search, and a chip per filter. */
export function RoleFilters({ search, onChange }: RoleFiltersProps) {
  const clients = useStore(session.store, (state) => state.clients)
  return (
    <>
      <SearchField label="Code or name" value={search.search} onChange={(text) => onChange({ search: text })} />
      <FilterRow isNarrowed={isNarrowed(search, NO_FILTER)} onClear={() => onChange(NO_FILTER)}>
        <ChoiceChip
          name="Type"
          value={search.type}
          options={TYPES}
          onChange={(type) => onChange({ type: type as RoleSearch['type'] })}
        />
        <ChoiceChip
          name="Client"
          value={search.ofClient}
          options={[{ value: ALL_CLIENTS, label: `All clients (${ALL_CLIENTS_LABEL})` }, ...clientOptions(clients)]}
          onChange={(ofClient) => onChange({ ofClient })}
        />
        <ChoiceChip
          name="Active"
          value={search.active}
          options={YES_OR_NO}
          onChange={(active) => onChange({ active: active as RoleSearch['active'] })}
        />
      </FilterRow>
    </>
  )
}
