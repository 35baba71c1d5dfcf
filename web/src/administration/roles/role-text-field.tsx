import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { roleExists } from './role-queries.ts'
import type { RoleForm, RoleValues } from './role-values.ts'

const DELAY_MS = 300

type RoleTextFieldProps = {
  readonly form: RoleForm
  readonly field: 'code' | 'name'
  readonly label: string
  readonly description?: string
  /** The saved role; undefined for a new one. */
  readonly saved: RoleValues | undefined
}

/** The code or name of a role. Reports while typing that another role of the client has it. */
export function RoleTextField({ form, field, label, description, saved }: RoleTextFieldProps) {
  const typed = form.useWatchValue(field).trim()
  const client = form.useWatchValue('client')
  const [settled] = useDebouncedValue(typed, DELAY_MS)
  const isOwn = saved?.client === client && saved[field].toLowerCase() === settled.toLowerCase()
  const { data } = useQuery({
    ...roleExists({ code: '', name: '', client, [field]: settled }),
    enabled: settled !== '' && client !== '' && !isOwn,
  })
  const taken = settled === typed && !isOwn && data ? data : undefined
  return (
    <TextInput
      key={form.key(field)}
      {...form.getInputProps(field)}
      label={label}
      description={description}
      error={form.errors[field] ?? taken}
      autoComplete="off"
      spellCheck={false}
      {...(field === 'code' && { classNames: { input: 'reference' } })}
    />
  )
}
