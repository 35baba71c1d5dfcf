import { Button, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useId, useRef, useState } from 'react'
import { AttemptButton, AttemptProblem } from '../password/attempt-parts.tsx'
import { CodeField } from './code-field.tsx'
import { type SigningIn, validateCode } from '../password/sign-in.ts'
import { useAttempt } from '../password/use-attempt.ts'

type ValidationStepProps = {
  readonly signingIn: SigningIn
  /** Called with the server's message once there is a session. */
  readonly onSignedIn: (message: string) => void
  readonly onEnded: (message: string) => void
}

/** Asks for a code of the authenticator app, or a recovery code instead. */
export function ValidationStep({ signingIn, onSignedIn, onEnded }: ValidationStepProps) {
  const attempt = useAttempt(['code'], onEnded)
  const [isRecovery, setIsRecovery] = useState(false)
  // The error of one kind of code does not apply to the other.
  const [wasRecovery, setWasRecovery] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const problemId = useId()

  async function send(code: string) {
    setWasRecovery(isRecovery)
    const error = await attempt.attempt(async () => onSignedIn(await validateCode(signingIn, code)))
    if (error) field.current?.select()
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void send(field.current?.value.trim() ?? '')
  }

  const problem = isRecovery === wasRecovery ? attempt.fieldProblem('code') : undefined
  return (
    <form onSubmit={submit} aria-describedby={attempt.problem ? problemId : undefined}>
      <Stack gap="md">
        <Text size="sm">
          {isRecovery
            ? `Enter a recovery code of ${signingIn.username}. Each works once.`
            : `Enter the code from your authenticator app for ${signingIn.username}.`}
        </Text>
        {isRecovery ? (
          <TextInput
            key="recovery"
            ref={field}
            label="Recovery code"
            name="recovery-code"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            withAsterisk={false}
            autoFocus
            classNames={{ input: 'reference' }}
            error={problem}
          />
        ) : (
          <CodeField ref={field} error={problem} onWhole={(code) => void send(code)} />
        )}
        <AttemptButton attempt={attempt} label="Sign in" />
        <AttemptProblem problem={attempt.problem} id={problemId} />
        <Button variant="subtle" size="compact-sm" onClick={() => setIsRecovery(!isRecovery)}>
          {isRecovery ? 'Use a code from the app instead' : 'Use a recovery code instead'}
        </Button>
      </Stack>
    </form>
  )
}
