import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { users } from '@despatch/contract/administration/users/users'
import { USERNAME, USERNAME_MESSAGE } from '@despatch/domain/administration/users/username'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../kit/server/call.ts'
import type { UserForm } from './user-values.ts'

const DELAY_MS = 300

/** The username. Reports while typing that another user has it. `own` is the user's current name. */
export function UsernameField({ form, own }: { readonly form: UserForm; readonly own: string }) {
  const typed = String(form.useWatchValue('username') ?? '').trim()
  const [settled] = useDebouncedValue(typed, DELAY_MS)
  const isAsked = USERNAME.test(settled) && settled.toLowerCase() !== own.toLowerCase()
  const { data } = useQuery({
    queryKey: ['users', 'exist', settled],
    queryFn: ({ signal }) => call(users.exist, { query: { username: settled } }, { signal }),
    enabled: isAsked,
  })
  // A disabled query still returns its last answer, which may be that the just created name is taken.
  const answer = isAsked && settled === typed ? data : undefined
  const taken = answer?.exists ? answer.message : ''
  const isFree = answer?.exists === false
  return (
    <TextInput
      key={form.key('username')}
      {...form.getInputProps('username')}
      label="Username"
      description={isFree ? 'This username is available' : `${USERNAME_MESSAGE}.`}
      error={form.errors['username'] ?? (taken || undefined)}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      classNames={{ input: 'reference' }}
    />
  )
}
