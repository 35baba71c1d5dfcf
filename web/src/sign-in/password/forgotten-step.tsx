import { Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useId, useRef, useState } from 'react'
import { AttemptButton, AttemptProblem } from './attempt-parts.tsx'
import { askForLink } from './passwords.ts'
import { useAttempt } from './use-attempt.ts'

/** Asks for a link to choose a new password. The answer is the same whether or not the user exists. */
export function ForgottenStep({ username: before, isFixed }: { username: string; isFixed: boolean }) {
  const attempt = useAttempt(['username'])
  const username = useRef<HTMLInputElement>(null)
  const [answer, setAnswer] = useState('')
  const problemId = useId()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setAnswer('')
    const error = await attempt.attempt(async () => setAnswer(await askForLink(username.current?.value.trim() ?? '')))
    if (error) username.current?.select()
  }

  return (
    <form onSubmit={(event) => void submit(event)} aria-describedby={attempt.problem ? problemId : undefined}>
      <Stack gap="md">
        <Text size="sm">We’ll email you a link to choose a new one. No email address? Ask your administrator.</Text>
        <TextInput
          ref={username}
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          withAsterisk={false}
          autoFocus
          defaultValue={before}
          readOnly={isFixed}
          error={attempt.fieldProblem('username')}
        />
        <AttemptButton attempt={attempt} label="Send link" />
        <AttemptProblem problem={attempt.problem} id={problemId} />
        <Text size="sm" role="status">
          {answer}
        </Text>
      </Stack>
    </form>
  )
}
