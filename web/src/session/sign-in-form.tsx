import { Alert, Button, Stack, Text, Title } from '@mantine/core'
import { SIGNED_IN } from '@despatch/domain/feedback/messages'
import { useState } from 'react'
import { notify } from '../feedback/notify.ts'
import { ForgottenStep } from './forgotten-step.tsx'
import { LinkStep } from './link-step.tsx'
import { mailedLink } from './mailed-link.ts'
import { NewPasswordForm } from './new-password-form.tsx'
import { PasswordStep } from './password-step.tsx'
import { replaceTemporary } from './passwords.ts'
import { RegistrationStep } from './registration-step.tsx'
import { beginSession, type SigningIn } from './sign-in.ts'
import { ValidationStep } from './validation-step.tsx'

type Given = {
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

type Stage =
  | { readonly at: 'password'; readonly username: string; readonly words: string }
  | { readonly at: 'forgotten'; readonly username: string }
  | { readonly at: 'link'; readonly token: string }
  | { readonly at: SigningIn['step']; readonly signingIn: SigningIn }

const TITLES: Readonly<Record<Stage['at'], string>> = {
  password: 'Sign in',
  forgotten: 'Forgot your password?',
  link: 'Choose a new password',
  'new-password': 'Choose a new password',
  'otp-registration': 'Set up two-factor sign-in',
  'otp-validation': 'Your one-time code',
}

/**
 * Signing in, step by step as specification 4 has it: the password; a new one in place of a temporary one; the one-time
 * code, or setting it up. Until then the token of the sign-in is in this component's state and nowhere else.
 */
export function SignInForm({ onSignedIn, username: fixed, submitLabel = 'Sign in', link, headingOrder }: Given) {
  const [stage, setStage] = useState<Stage>(() => (link ? { at: 'link', token: link } : passwordStage('')))
  const isFirst = stage.at === 'password'

  function go(next: Stage) {
    mailedLink.set('')
    setStage(next)
  }
  const goToPassword = (username: string, words = '') => go(passwordStage(username, words))

  function done(message: string) {
    if (message) notify.success(message)
    onSignedIn()
  }

  return (
    <Stack gap="md">
      {(headingOrder === 1 || !isFirst) && <Title order={headingOrder}>{TITLES[stage.at]}</Title>}
      {isFirst && stage.words && (
        <Alert color="attention" variant="light" p="sm">
          {stage.words}
        </Alert>
      )}
      <Step
        stage={stage}
        fixedUsername={fixed}
        submitLabel={submitLabel}
        go={go}
        goToPassword={goToPassword}
        onDone={done}
      />
      {!isFirst && (
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

type StepGiven = {
  readonly stage: Stage
  readonly fixedUsername: string | undefined
  readonly submitLabel: string
  readonly go: (stage: Stage) => void
  readonly goToPassword: (username: string, words?: string) => void
  readonly onDone: (message: string) => void
}

function Step({ stage, fixedUsername, submitLabel, go, goToPassword, onDone }: StepGiven) {
  switch (stage.at) {
    case 'password':
      return (
        <PasswordStep
          fixedUsername={fixedUsername}
          username={stage.username}
          submitLabel={submitLabel}
          onPassword={(signingIn) => (signingIn ? go({ at: signingIn.step, signingIn }) : onDone(SIGNED_IN))}
          onForgotten={(username) => go({ at: 'forgotten', username })}
        />
      )
    case 'forgotten':
      return <ForgottenStep username={fixedUsername ?? stage.username} isFixed={fixedUsername !== undefined} />
    case 'link':
      return (
        <LinkStep
          token={stage.token}
          onChosen={(message) => {
            notify.success(message)
            goToPassword('')
          }}
          onAskAgain={() => go({ at: 'forgotten', username: '' })}
        />
      )
    case 'new-password':
    case 'otp-registration':
    case 'otp-validation':
      return <FurtherStep at={stage.at} signingIn={stage.signingIn} goToPassword={goToPassword} onDone={onDone} />
  }
}

type FurtherGiven = Pick<StepGiven, 'goToPassword' | 'onDone'> & {
  readonly at: SigningIn['step']
  readonly signingIn: SigningIn
}

/** What there is to do after the right password. One that has run out begins anew with the password, and says so. */
function FurtherStep({ at, signingIn, goToPassword, onDone }: FurtherGiven) {
  const { username } = signingIn
  const onEnded = (words: string) => goToPassword(username, words)
  switch (at) {
    case 'new-password':
      return (
        <>
          <Text size="sm">The password of {username} is a temporary one. Choose your own, and sign in with it.</Text>
          <NewPasswordForm
            username={username}
            submitLabel="Set the password"
            onSubmit={async ({ password }) => {
              notify.success(await replaceTemporary(signingIn, password))
              goToPassword(username)
            }}
            onEnded={onEnded}
          />
        </>
      )
    case 'otp-registration':
      return (
        <RegistrationStep
          username={username}
          call={signingIn.call}
          onKept={async (token) => {
            await beginSession(token)
            onDone('')
          }}
          onEnded={onEnded}
        />
      )
    case 'otp-validation':
      return <ValidationStep signingIn={signingIn} onSignedIn={onDone} onEnded={onEnded} />
  }
}

function passwordStage(username: string, words = ''): Stage {
  return { at: 'password', username, words }
}
