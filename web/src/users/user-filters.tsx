import { Button, Select } from '@mantine/core'
import { roleTitle } from '@despatch/domain/roles/role-types'
import { useQuery } from '@tanstack/react-query'
import { useStore } from '../app/store.ts'
import { FilterChip } from '../table/filter-chip.tsx'
import { session } from '../session/session-store.ts'
import { allRoles, NO_FILTER, type UserSearch } from './user-queries.ts'
import { UserSearchField } from './user-search-field.tsx'
import styles from './users.module.css'

type Given = {
  readonly search: UserSearch
  readonly onChange: (part: Partial<UserSearch>) => void
  /** Whether the list has users that are active and such that are not. */
  readonly hasActive: boolean
}

/** The filters of a list of users: what is searched for, and a chip for each of the others. */
export function UserFilters({ search, onChange, hasActive }: Given) {
  const { data: roles = [] } = useQuery(allRoles)
  const clients = useStore(session.store, (state) => state.clients)
  const role = roles.find(({ _id }) => _id === search.role)
  const isNarrowed = Object.entries(NO_FILTER).some(([name, none]) => search[name as keyof typeof NO_FILTER] !== none)
  return (
    <>
      <UserSearchField
        label="Username, name or email"
        value={search.search}
        onChange={(text) => onChange({ search: text })}
      />
      <div className={styles.chips} role="group" aria-label="Filters">
        <FilterChip
          name="Role"
          value={role ? roleTitle(role) : search.role}
          editor={(close) => (
            <Choice
              label="Role"
              value={search.role}
              options={roles.map((one) => ({ value: one._id, label: roleTitle(one) }))}
              onChoose={(id) => (close(), onChange({ role: id }))}
            />
          )}
          onRemove={() => onChange({ role: '' })}
        />
        {clients.length > 1 && (
          <FilterChip
            name="Client"
            value={search.client}
            editor={(close) => (
              <Choice
                label="Client"
                value={search.client}
                options={clients.map(({ code, name }) => ({ value: code, label: `${name} (${code})` }))}
                onChoose={(code) => (close(), onChange({ client: code }))}
              />
            )}
            onRemove={() => onChange({ client: '' })}
          />
        )}
        {hasActive && (
          <FilterChip
            name="Active"
            value={yesOrNo(search.active)}
            editor={(close) => (
              <Choice
                label="Active"
                value={search.active}
                options={YES_OR_NO}
                onChoose={(active) => (close(), onChange({ active: active as UserSearch['active'] }))}
              />
            )}
            onRemove={() => onChange({ active: '' })}
          />
        )}
        <FilterChip
          name="Locked"
          value={yesOrNo(search.lock)}
          editor={(close) => (
            <Choice
              label="Locked"
              value={search.lock}
              options={YES_OR_NO}
              onChoose={(lock) => (close(), onChange({ lock: lock as UserSearch['lock'] }))}
            />
          )}
          onRemove={() => onChange({ lock: '' })}
        />
        {isNarrowed && (
          <Button variant="subtle" size="compact-sm" onClick={() => onChange(NO_FILTER)}>
            Clear
          </Button>
        )}
      </div>
    </>
  )
}

const YES_OR_NO = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]
const yesOrNo = (flag: string) => YES_OR_NO.find(({ value }) => value === flag)?.label ?? ''

type ChoiceGiven = {
  readonly label: string
  readonly value: string
  readonly options: { value: string; label: string }[]
  readonly onChoose: (value: string) => void
}

/** From so many options on they are a list to search, and before that a button each. */
const MANY = 4

function Choice({ label, value, options, onChoose }: ChoiceGiven) {
  if (options.length < MANY)
    return (
      <div className={styles.chips} role="group" aria-label={label}>
        {options.map((option) => (
          <Button
            key={option.value}
            size="xs"
            variant={option.value === value ? 'filled' : 'default'}
            aria-pressed={option.value === value}
            onClick={() => onChoose(option.value)}
          >
            {option.label}
          </Button>
        ))}
      </div>
    )
  return (
    <Select
      w={280}
      label={label}
      data-autofocus
      data={options}
      value={value || null}
      onChange={(chosen) => chosen && onChoose(chosen)}
      searchable
      selectFirstOptionOnChange
      allowDeselect={false}
      nothingFoundMessage="None is called that"
      limit={200}
      comboboxProps={{ withinPortal: false, shadow: 'md' }}
    />
  )
}
