import { Alert, Button, Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { notify } from '../../kit/notify/notify.ts'
import { mailedLink } from './mailed-link.ts'
import { SignInStepForm, type Stage } from './sign-in-step-form.tsx'

type SignInFormProps = {
  /** Called once the session is there; what there was to say of it has been said. */
  readonly onSignedIn: () => void
  /** Set where only this user may sign in. */
  readonly username?: string | undefined
  readonly submitLabel?: string
  /** The token of a mailed link to choose a password by. */
  readonly link?: string
  /** Of the headings of the steps. In a dialog (3) the password has none: the dialog's own serves. */
  readonly headingOrder: 1 | 3
}

const TITLES: Readonly<Record<Stage['at'], string>> = {
  password: 'Sign in',
  forgotten: 'Forgot your password?',
  link: 'Choose a new password',
  'new-password': 'Choose a new password',
  'otp-registration': 'Set up two-factor sign-in',
  'otp-validation': 'Your one-time code',
  'recovery-codes': 'Keep your recovery codes',
}

/**
 * Signing in, step by step as specification 4 has it: the password; a new one in place of a temporary one; the one-time
 * code, or setting it up. Until then the token of the sign-in is in this component's state and nowhere else.
 */
export function SignInForm({
  onSignedIn,
  username: fixed,
  submitLabel = 'Sign in',
  link,
  headingOrder,
}: SignInFormProps) {
  const [stage, setStage] = useState<Stage>(() => (link ? { at: 'link', token: link } : passwordStage('')))
  const isFirst = stage.at === 'password'

  function go(next: Stage) {
    mailedLink.set('')
    setStage(next)
  }
  const goToPassword = (username: string, message = '') => go(passwordStage(username, message))

  function done(message: string) {
    if (message) notify.success(message)
    onSignedIn()
  }

  return (
    <Stack gap="md">
      {(headingOrder === 1 || !isFirst) && <Title order={headingOrder}>{TITLES[stage.at]}</Title>}
      {isFirst && stage.message && (
        <Alert color="attention" variant="light" p="sm">
          {stage.message}
        </Alert>
      )}
      <SignInStepForm
        stage={stage}
        fixedUsername={fixed}
        submitLabel={submitLabel}
        go={go}
        goToPassword={goToPassword}
        onDone={done}
      />
      {/* Not past the recovery codes, which are shown only now. */}
      {!isFirst && stage.at !== 'recovery-codes' && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => goToPassword('signingIn' in stage ? stage.signingIn.username : '')}
        >
          Back to sign in
        </Button>
      )}
    </Stack>
  )
}

function passwordStage(username: string, message = ''): Stage {
  return { at: 'password', username, message }
}
