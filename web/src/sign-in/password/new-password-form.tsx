import { PasswordInput, Stack } from '@mantine/core'
import { passwordProblem, SHORTEST_PASSWORD } from '@despatch/domain/sign-in/password/password'
import { type FormEvent, useId, useRef, useState } from 'react'
import { ApiError } from '../../kit/server/api-error.ts'
import { AttemptButton, AttemptProblem } from './attempt-parts.tsx'
import type { NewPassword } from './passwords.ts'
import { useAttempt } from './use-attempt.ts'

type NewPasswordFormProps = {
  /** The username; '' if only the server knows it. */
  readonly username: string
  readonly submitLabel: string
  /** Whether to ask for the current password too. */
  readonly asksPresent?: boolean
  readonly onSubmit: (chosen: NewPassword) => Promise<void>
  readonly onEnded?: (message: string) => void
}

type Problems = Readonly<Partial<Record<'currentPassword' | 'password' | 'repeated', string | undefined>>>

const RULES = `At least ${SHORTEST_PASSWORD} characters. A few words work well. Don’t use your name or a common password.`
const TOGGLE = { 'aria-label': 'Show password' }

/**
 * Asks for a new password twice, and shows its rules beforehand. Rules that only the server can check are reported
 * after sending.
 */
export function NewPasswordForm({
  username,
  submitLabel,
  asksPresent = false,
  onSubmit,
  onEnded,
}: NewPasswordFormProps) {
  const attempt = useAttempt(['password', 'currentPassword'], onEnded)
  const present = useRef<HTMLInputElement>(null)
  const chosen = useRef<HTMLInputElement>(null)
  const repeated = useRef<HTMLInputElement>(null)
  const [problems, setProblems] = useState<Problems>({})
  const problemId = useId()

  const chosenProblem = () => passwordProblem(valueOf(chosen), { username, isCommon: () => false })
  const check = (): Problems => ({
    ...(asksPresent && valueOf(present) === '' && { currentPassword: 'Enter a password' }),
    ...(chosenProblem() && { password: chosenProblem() }),
    ...(valueOf(repeated) !== valueOf(chosen) && { repeated: 'The passwords do not match' }),
  })
  const fields = [
    ['currentPassword', present],
    ['password', chosen],
    ['repeated', repeated],
  ] as const

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const found = check()
    setProblems(found)
    const wrong = fields.find(([name]) => found[name])
    if (wrong) return wrong[1].current?.focus()
    const error = await attempt.attempt(() =>
      onSubmit({ password: valueOf(chosen), currentPassword: valueOf(present) }),
    )
    const refused = error instanceof ApiError ? error.fields : []
    const field = fields.find(([name]) => refused.some(({ path }) => path === name))?.[1] ?? chosen
    if (error) field.current?.select()
  }

  /** Report a problem when the field is left; once reported, remove it as soon as it is fixed. */
  const recheck = (name: keyof Problems, isLeft: boolean) => () => {
    const input = fields.find(([one]) => one === name)?.[1]
    if (isLeft ? !input || valueOf(input) === '' : !problems[name]) return
    setProblems({ ...problems, [name]: check()[name] })
  }

  return (
    <form
      onSubmit={(event) => void submit(event)}
      aria-describedby={attempt.problem ? problemId : undefined}
      noValidate
    >
      <Stack gap="md">
        {/* Hidden: tells password managers which user the password belongs to. */}
        {username && <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />}
        {asksPresent && (
          <PasswordInput
            ref={present}
            label="Current password"
            name="currentPassword"
            autoComplete="current-password"
            autoFocus
            data-autofocus
            error={problems.currentPassword ?? attempt.fieldProblem('currentPassword')}
            onChange={recheck('currentPassword', false)}
            visibilityToggleButtonProps={TOGGLE}
          />
        )}
        <PasswordInput
          ref={chosen}
          label="New password"
          name="password"
          autoComplete="new-password"
          description={RULES}
          autoFocus={!asksPresent}
          data-autofocus={!asksPresent || undefined}
          error={problems.password ?? attempt.fieldProblem('password')}
          onBlur={recheck('password', true)}
          onChange={recheck('password', false)}
          visibilityToggleButtonProps={TOGGLE}
        />
        <PasswordInput
          ref={repeated}
          label="Confirm new password"
          name="repeated"
          autoComplete="new-password"
          error={problems.repeated}
          onBlur={recheck('repeated', true)}
          onChange={recheck('repeated', false)}
          visibilityToggleButtonProps={TOGGLE}
        />
        <AttemptButton attempt={attempt} label={submitLabel} />
        <AttemptProblem problem={attempt.problem} id={problemId} />
      </Stack>
    </form>
  )
}

function valueOf(input: React.RefObject<HTMLInputElement | null>): string {
  return input.current?.value ?? ''
}
