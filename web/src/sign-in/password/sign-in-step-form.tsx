import { Text } from '@mantine/core'
import { SIGNED_IN } from '@despatch/domain/feedback/messages'
import { notify } from '../../kit/notify/notify.ts'
import { ForgottenStep } from './forgotten-step.tsx'
import { LinkStep } from './link-step.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { PasswordStep } from './password-step.tsx'
import { replaceTemporary } from './passwords.ts'
import { RecoveryCodes } from '../two-factor/recovery-codes.tsx'
import { type Registered, RegistrationStep } from '../two-factor/registration-step.tsx'
import { beginSession, type SigningIn } from './sign-in.ts'
import { ValidationStep } from '../two-factor/validation-step.tsx'

/** The current step of signing in. */
export type Stage =
  | { readonly at: 'password'; readonly username: string; readonly message: string }
  | { readonly at: 'forgotten'; readonly username: string }
  | { readonly at: 'link'; readonly token: string }
  | { readonly at: SigningIn['step']; readonly signingIn: SigningIn }
  | { readonly at: 'recovery-codes'; readonly username: string; readonly registered: Registered }

type StepProps = {
  readonly stage: Stage
  readonly fixedUsername: string | undefined
  readonly submitLabel: string
  readonly go: (stage: Stage) => void
  readonly goToPassword: (username: string, message?: string) => void
  readonly onDone: (message: string) => void
}

/** The form of the current step. */
export function SignInStepForm({ stage, fixedUsername, submitLabel, go, goToPassword, onDone }: StepProps) {
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
      return (
        <FurtherStep
          at={stage.at}
          signingIn={stage.signingIn}
          goToPassword={goToPassword}
          onRegistered={(registered) => go({ at: 'recovery-codes', username: stage.signingIn.username, registered })}
          onDone={onDone}
        />
      )
    case 'recovery-codes':
      return (
        <RecoveryCodes
          username={stage.username}
          codes={stage.registered.codes}
          onKept={async () => {
            await beginSession(stage.registered.token)
            onDone('')
          }}
        />
      )
  }
}

type FurtherProps = Pick<StepProps, 'goToPassword' | 'onDone'> & {
  readonly at: SigningIn['step']
  readonly signingIn: SigningIn
  readonly onRegistered: (registered: Registered) => void
}

/** The steps after the right password. An expired sign-in returns to the password with a message. */
function FurtherStep({ at, signingIn, goToPassword, onRegistered, onDone }: FurtherProps) {
  const { username } = signingIn
  const onEnded = (message: string) => goToPassword(username, message)
  switch (at) {
    case 'new-password':
      return (
        <>
          <Text size="sm">The password of {username} is temporary. Choose your own to sign in.</Text>
          <NewPasswordForm
            username={username}
            submitLabel="Set password"
            onSubmit={async ({ password }) => {
              notify.success(await replaceTemporary(signingIn, password))
              goToPassword(username)
            }}
            onEnded={onEnded}
          />
        </>
      )
    case 'otp-registration':
      return <RegistrationStep call={signingIn.call} onVerified={onRegistered} onEnded={onEnded} />
    case 'otp-validation':
      return <ValidationStep signingIn={signingIn} onSignedIn={onDone} onEnded={onEnded} />
  }
}
