import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useId, useRef } from 'react'
import { AttemptButton, AttemptProblem } from './attempt-parts.tsx'
import { signIn, type SigningIn } from './sign-in.ts'
import { useAttempt } from './use-attempt.ts'

type PasswordStepProps = {
  /** Set if only this user may sign in. */
  readonly fixedUsername: string | undefined
  /** The username of the last try; the password field then has the focus. */
  readonly username: string
  readonly submitLabel: string
  /** Called with the remaining step, or with undefined once there is a session. */
  readonly onPassword: (signingIn: SigningIn | undefined) => void
  readonly onForgotten: (username: string) => void
}

/** Username and password, with the server's refusals and the wait after too many attempts. */
export function PasswordStep({
  fixedUsername: fixed,
  username: before,
  submitLabel,
  onPassword,
  onForgotten,
}: PasswordStepProps) {
  const attempt = useAttempt([])
  const username = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const problemId = useId()
  const isKnown = (fixed ?? before) !== ''
  const typedName = () => fixed ?? username.current?.value ?? ''

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const error = await attempt.attempt(async () =>
      onPassword(await signIn(typedName(), password.current?.value ?? '')),
    )
    if (error) password.current?.select()
  }

  return (
    <form onSubmit={(event) => void submit(event)} aria-describedby={attempt.problem ? problemId : undefined}>
      <Stack gap="md">
        <TextInput
          ref={username}
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          withAsterisk={false}
          autoFocus={!isKnown}
          defaultValue={fixed ?? before}
          readOnly={fixed !== undefined}
          error={attempt.fieldProblem('username')}
        />
        <PasswordInput
          ref={password}
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          autoFocus={isKnown}
          data-autofocus={isKnown || undefined}
          error={attempt.fieldProblem('password')}
          visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
        />
        <AttemptButton attempt={attempt} label={submitLabel} />
        {/* Below the button, so that the button does not move. */}
        <AttemptProblem problem={attempt.problem} id={problemId} />
        <Button variant="subtle" size="compact-sm" onClick={() => onForgotten(typedName())}>
          Forgot your password?
        </Button>
      </Stack>
    </form>
  )
}
