import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { ApiError, messageOf } from '../app/api/api-error.ts'
import { signIn } from './sign-in.ts'

type Given = {
  /** Called once the session is there. */
  readonly onSignedIn: () => void
  /** Set where only this user may sign in. */
  readonly username?: string | undefined
  readonly submitLabel?: string
}

/** Username and password, the server's words when it refuses, and the wait it asks for after too many attempts. */
export function SignInForm({ onSignedIn, username: fixed, submitLabel = 'Sign in' }: Given) {
  const [problem, setProblem] = useState<ApiError | Error>()
  const [isBusy, setIsBusy] = useState(false)
  const [wait, setWait] = useCountdown()
  const username = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const problemId = useId()
  // What says how long to wait says nothing once the wait is over.
  const isWaitOver = problem instanceof ApiError && problem.retryAfterSeconds !== undefined && wait === 0
  const fields =
    problem instanceof ApiError ? new Map(problem.fields.map(({ path, message }) => [path, message])) : undefined

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    setIsBusy(true)
    try {
      const result = await signIn(fixed ?? username.current?.value ?? '', password.current?.value ?? '')
      if (result.done) return onSignedIn()
      setProblem(new Error(result.message))
    } catch (error) {
      setProblem(error instanceof Error ? error : new Error(messageOf(error)))
      setWait(error instanceof ApiError ? (error.retryAfterSeconds ?? 0) : 0)
      password.current?.select()
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} aria-describedby={problem ? problemId : undefined}>
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
          autoFocus={fixed === undefined}
          defaultValue={fixed}
          readOnly={fixed !== undefined}
          error={fields?.get('username')}
        />
        <PasswordInput
          ref={password}
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          autoFocus={fixed !== undefined}
          data-autofocus={fixed !== undefined || undefined}
          error={fields?.get('password')}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
        />
        <Button type="submit" size="md" fullWidth loading={isBusy} disabled={wait > 0}>
          {wait > 0 ? `Wait ${wait} s` : submitLabel}
        </Button>
        {/* Beneath the button, which then stays where the pointer is. */}
        <div id={problemId}>
          {problem && !isWaitOver && (
            <Alert color="bad" variant="light" p="sm">
              {problem.message}
              {problem instanceof ApiError &&
                problem.status >= 500 &&
                problem.requestId &&
                ` Request ${problem.requestId}.`}
            </Alert>
          )}
        </div>
      </Stack>
    </form>
  )
}

/** Seconds left of a wait, and how to begin one. */
function useCountdown(): [number, (seconds: number) => void] {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (left <= 0) return undefined
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return [left, setLeft]
}
