import { session as calls } from '@despatch/contract/sign-in/session'
import { PasswordInput, Stack, Text } from '@mantine/core'
import { type FormEvent, useId, useRef } from 'react'
import { call } from '../../kit/server/call.ts'
import { AttemptButton, AttemptProblem } from './attempt-parts.tsx'
import { useAttempt } from './use-attempt.ts'

/** Asks for the password again before an action that an unattended session must not allow. */
export function ConfirmPasswordStep({ why, onConfirmed }: { why: string; onConfirmed: () => void }) {
  const attempt = useAttempt(['password'])
  const password = useRef<HTMLInputElement>(null)
  const problemId = useId()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const error = await attempt.attempt(async () => {
      await call(calls.confirmPassword, { body: { password: password.current?.value ?? '' } })
      onConfirmed()
    })
    if (error) password.current?.select()
  }

  return (
    <form onSubmit={(event) => void submit(event)} aria-describedby={attempt.problem ? problemId : undefined}>
      <Stack gap="md">
        <Text size="sm">{why}</Text>
        <PasswordInput
          ref={password}
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          autoFocus
          error={attempt.fieldProblem('password')}
          visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
        />
        <AttemptButton attempt={attempt} label="Continue" />
        <AttemptProblem problem={attempt.problem} id={problemId} />
      </Stack>
    </form>
  )
}
