import { Button, TextInput } from '@mantine/core'
import { ACT_KINDS } from '@despatch/domain/administration/user-activity/acts'
import { useState } from 'react'
import { useStore } from '../../kit/browser/store.ts'
import { clientOptions } from '../../kit/session/client-title.ts'
import { session } from '../../kit/session/session-store.ts'
import { ChoiceChip } from '../../kit/list/filters/choice-chip.tsx'
import { DaysChip } from '../../kit/list/filters/days-chip.tsx'
import { FilterChip } from '../../kit/list/filters/filter-chip.tsx'
import { FilterRow } from '../../kit/list/filters/filter-row.tsx'
import { isNarrowed } from '../../kit/list/filters/is-narrowed.ts'
import styles from '../../kit/list/filters/filter-chips.module.css'
import { type ActivitySearch, NO_FILTER } from './activity-queries.ts'

type ActivityFiltersProps = {
  readonly search: ActivitySearch
  readonly onChange: (part: Partial<ActivitySearch>) => void
}

const KINDS = Object.entries(ACT_KINDS).map(([value, label]) => ({ value, label }))

/** The filters of User Activity: by user, client, kind and days. */
export function ActivityFilters({ search, onChange }: ActivityFiltersProps) {
  const clients = useStore(session.store, (state) => state.clients)
  const { user, client, kind, dateFrom, dateTo } = search
  return (
    <FilterRow isNarrowed={isNarrowed(search, NO_FILTER)} onClear={() => onChange(NO_FILTER)}>
      <FilterChip
        name="User"
        value={user}
        editor={(close) => <UserEditor value={user} onApply={(next) => (close(), onChange({ user: next }))} />}
        onRemove={() => onChange({ user: '' })}
      />
      {clients.length > 1 && (
        <ChoiceChip
          name="Client"
          value={client}
          options={clientOptions(clients)}
          onChange={(code) => onChange({ client: code })}
        />
      )}
      <ChoiceChip
        name="Kind"
        value={kind}
        options={KINDS}
        onChange={(chosen) => onChange({ kind: chosen as ActivitySearch['kind'] })}
      />
      <DaysChip value={{ dateFrom, dateTo }} onChange={onChange} />
    </FilterRow>
  )
}

function UserEditor({ value, onApply }: { value: string; onApply: (user: string) => void }) {
  const [user, setUser] = useState(value)
  return (
    <form
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault()
        onApply(user.trim())
      }}
    >
      <TextInput
        label="Username starts with"
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={user}
        onChange={(event) => setUser(event.currentTarget.value)}
      />
      <Button type="submit" size="xs">
        Apply
      </Button>
    </form>
  )
}
