import { type SelectProps, Text } from '@mantine/core'
import type { Role } from '@despatch/contract/administration/roles/roles'
import { roleTitle } from '@despatch/domain/administration/roles/role-types'
import { useMemo } from 'react'
import { useStore } from '../../../kit/browser/store.ts'
import { session } from '../../../kit/session/session-store.ts'
import { SearchSelect } from '../../../kit/ui/search-select.tsx'
import { ownGranter, offerRoleProblem } from '../granter.ts'

type RoleSelectProps = {
  readonly label: string
  readonly roles: readonly Role[]
  readonly value: string
  readonly onChange: (id: string) => void
} & Pick<SelectProps, 'error' | 'description' | 'disabled' | 'onBlur'> & { readonly 'data-path'?: string }

const MAX_SHOWN = 200

/** Selects a role by 'code: name'. Roles that cannot be given are disabled, with the reason. */
export function RoleSelect({ label, roles, value, onChange, ...field }: RoleSelectProps) {
  const own = useStore(session.store)
  const reasons = useMemo(() => {
    const granter = ownGranter(own)
    return new Map(roles.map((role) => [role._id, offerRoleProblem(role, granter)]))
  }, [roles, own])
  const data = useMemo(
    () =>
      roles
        .map((role) => ({
          value: role._id,
          label: roleTitle(role),
          // The current role stays selectable, so that the user can undo their choice.
          disabled: reasons.get(role._id) !== undefined && role._id !== value,
        }))
        .toSorted((a, b) => Number(a.disabled) - Number(b.disabled)),
    [roles, reasons, value],
  )
  return (
    <SearchSelect
      {...field}
      label={label}
      placeholder="Choose a role"
      data={data}
      value={value || null}
      onChange={(id) => id && onChange(id)}
      allowDeselect={false}
      nothingFoundMessage="No role found"
      limit={MAX_SHOWN}
      maxDropdownHeight={320}
      renderOption={({ option }) => {
        const reason = reasons.get(String(option.value))
        return (
          <div>
            {option.label}
            {reason && (
              <Text size="xs" c="dimmed">
                {reason}
              </Text>
            )}
          </div>
        )
      }}
    />
  )
}
