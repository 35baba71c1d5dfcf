import { Button } from '@mantine/core'
import { ALL_CLIENTS, ALL_CLIENTS_LABEL, ROLE_TYPES } from '@despatch/domain/roles/role-types'
import { useStore } from '../app/store.ts'
import { session } from '../session/session-store.ts'
import { ChoiceChip } from '../table/choice-chip.tsx'
import { SearchField } from '../table/search-field.tsx'
import { NO_FILTER, type RoleSearch } from './role-queries.ts'

type Given = { readonly search: RoleSearch; readonly onChange: (part: Partial<RoleSearch>) => void }

const TYPES = ROLE_TYPES.map((type) => ({ value: type, label: type }))
const ACTIVE = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

/** The filters of the list of roles: what is searched for, and a chip for each of the others. */
export function RoleFilters({ search, onChange }: Given) {
  const clients = useStore(session.store, (state) => state.clients)
  const isNarrowed = Object.entries(NO_FILTER).some(([name, none]) => search[name as keyof typeof NO_FILTER] !== none)
  return (
    <>
      <SearchField label="Code or name" value={search.search} onChange={(text) => onChange({ search: text })} />
      <ChoiceChip
        name="Type"
        value={search.type}
        options={TYPES}
        onChange={(type) => onChange({ type: type as RoleSearch['type'] })}
      />
      <ChoiceChip
        name="Client"
        value={search.ofClient}
        options={[
          { value: ALL_CLIENTS, label: `All clients (${ALL_CLIENTS_LABEL})` },
          ...clients.map(({ code, name }) => ({ value: code, label: `${name} (${code})` })),
        ]}
        onChange={(ofClient) => onChange({ ofClient })}
      />
      <ChoiceChip
        name="Active"
        value={search.active}
        options={ACTIVE}
        onChange={(active) => onChange({ active: active as RoleSearch['active'] })}
      />
      {isNarrowed && (
        <Button variant="subtle" size="compact-sm" onClick={() => onChange(NO_FILTER)}>
          Clear
        </Button>
      )}
    </>
  )
}
