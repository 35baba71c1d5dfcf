import { Alert, Button, Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { notify } from '../../kit/notify/notify.ts'
import { mailedLink } from './mailed-link.ts'
import { SignInStepForm, type Stage } from './sign-in-step-form.tsx'

type SignInFormProps = {
  /** Called once there is a session, after its messages were shown. */
  readonly onSignedIn: () => void
  /** Set if only this user may sign in. */
  readonly username?: string | undefined
  readonly submitLabel?: string
  /** The token of a mailed link. */
  readonly link?: string
  /** Heading level of the steps. In a dialog (3) the password step has none: the dialog's title serves. */
  readonly headingOrder: 1 | 3
}

const TITLES: Readonly<Record<Stage['at'], string>> = {
  password: 'Sign in',
  forgotten: 'Forgot your password?',
  link: 'Choose a new password',
  'new-password': 'Choose a new password',
  'otp-registration': 'Set up two-factor sign-in',
  'otp-validation': 'Your one-time code',
  'recovery-codes': 'Save your recovery codes',
}

/**
 * The steps of signing in, as in specification 4: password; new password in place of a temporary one; one-time code, or
 * its registration. Until the end the token of the sign-in is only in this component's state.
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
      {/* Not beside the recovery codes, which are shown only once. */}
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
