import { roleTitle } from '@despatch/domain/administration/roles/role-types'
import { useQuery } from '@tanstack/react-query'
import { useStore } from '../../kit/browser/store.ts'
import { clientOptions } from '../../kit/session/client-title.ts'
import { session } from '../../kit/session/session-store.ts'
import { ChoiceChip, YES_OR_NO } from '../../kit/list/filters/choice-chip.tsx'
import { FilterRow } from '../../kit/list/filters/filter-row.tsx'
import { isNarrowed } from '../../kit/list/filters/is-narrowed.ts'
import { allRoles, NO_FILTER, type UserSearch } from './user-queries.ts'
import { SearchField } from '../../kit/list/filters/search-field.tsx'

type UserFiltersProps = {
  readonly search: UserSearch
  readonly onChange: (part: Partial<UserSearch>) => void
  /**
   * Whether the list has both users that can sign in and users that cannot; users to activate are all inactive and not
   * locked.
   */
  readonly isOfAll: boolean
}

/** The filters of a list of users: search, and a chip per filter. */
export function UserFilters({ search, onChange, isOfAll }: UserFiltersProps) {
  const { data: roles = [] } = useQuery(allRoles)
  const clients = useStore(session.store, (state) => state.clients)
  return (
    <>
      <SearchField
        label="Username, name or email"
        value={search.search}
        onChange={(text) => onChange({ search: text })}
      />
      <FilterRow isNarrowed={isNarrowed(search, NO_FILTER)} onClear={() => onChange(NO_FILTER)}>
        <ChoiceChip
          name="Role"
          value={search.role}
          options={roles.map((role) => ({ value: role._id, label: roleTitle(role) }))}
          onChange={(role) => onChange({ role })}
        />
        {clients.length > 1 && (
          <ChoiceChip
            name="Client"
            value={search.client}
            options={clientOptions(clients)}
            onChange={(client) => onChange({ client })}
          />
        )}
        {isOfAll && (
          <ChoiceChip
            name="Active"
            value={search.active}
            options={YES_OR_NO}
            onChange={(active) => onChange({ active: active as UserSearch['active'] })}
          />
        )}
        {isOfAll && (
          <ChoiceChip
            name="Locked"
            value={search.lock}
            options={YES_OR_NO}
            onChange={(lock) => onChange({ lock: lock as UserSearch['lock'] })}
          />
        )}
      </FilterRow>
    </>
  )
}
