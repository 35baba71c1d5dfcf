import { session as calls } from '@despatch/contract/sign-in/session'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { Button, Loader, Stack, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { ApiError } from '../../kit/server/api-error.ts'
import type { Call } from '../../kit/server/client.ts'
import { notify } from '../../kit/notify/notify.ts'
import { AttemptButton, AttemptProblem } from '../password/attempt-parts.tsx'
import { CodeField } from './code-field.tsx'
import { storeDevice, readDevice } from '../../kit/session/device.ts'
import { QrPicture } from './qr-picture.tsx'
import styles from '../password/steps.module.css'
import { useAttempt } from '../password/use-attempt.ts'

/** The result of the registration: the session's token, and the recovery codes, which are shown only once. */
export type Registered = { readonly token: string; readonly codes: readonly string[] }

type RegistrationStepProps = {
  /** Calls with the token of the session, or of the sign-in in progress. */
  readonly call: Call
  /** Called after the registration; show the recovery codes next. */
  readonly onVerified: (registered: Registered) => void
  readonly onEnded?: (message: string) => void
  /** Called if the password was confirmed too long ago. */
  readonly onPasswordNeeded?: () => void
}

/** Registers two-factor sign-in: the secret goes into an app, and the app's first code proves it. */
export function RegistrationStep({ call, onVerified, onEnded, onPasswordNeeded }: RegistrationStepProps) {
  const beginning = useAttempt([], onEnded)
  const verifying = useAttempt(['code'], onEnded)
  const [secret, setSecret] = useState<RouteAnswer<typeof calls.generateOneTimeCodes>>()
  const field = useRef<HTMLInputElement>(null)
  const problemId = useId()

  async function begin() {
    const error = await beginning.attempt(async () => setSecret(await call(calls.generateOneTimeCodes, {})))
    if (isPasswordNeeded(error)) onPasswordNeeded?.()
  }
  // Only once, even if React runs the effect twice: each call creates a new secret.
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    void begin()
  })

  async function verify(code: string) {
    const error = await verifying.attempt(async () => {
      const answer = await call(calls.verifyOneTimeCode, { body: { code, device: readDevice() } })
      storeDevice(answer.device)
      notify.success(answer.message)
      onVerified({ token: answer.access_token, codes: answer.recoveryCodes })
    })
    if (isPasswordNeeded(error)) onPasswordNeeded?.()
    else if (error) field.current?.select()
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void verify(field.current?.value ?? '')
  }

  if (!secret)
    return (
      <Stack gap="md" align="center">
        {beginning.problem ? (
          <>
            <AttemptProblem problem={beginning.problem} />
            <Button variant="default" onClick={() => void begin()} disabled={beginning.wait > 0}>
              Try again
            </Button>
          </>
        ) : (
          <Loader size="sm" aria-label="Creating a secret" />
        )}
      </Stack>
    )
  return (
    <form onSubmit={submit} aria-describedby={verifying.problem ? problemId : undefined}>
      <Stack gap="md">
        <Text size="sm">Scan this with your authenticator app, or enter the secret.</Text>
        <QrPicture text={secret.otpauth_url} />
        <Secret base32={secret.base32} />
        <CodeField ref={field} error={verifying.fieldProblem('code')} onWhole={(code) => void verify(code)} />
        <AttemptButton attempt={verifying} label="Check code" />
        <AttemptProblem problem={verifying.problem} id={problemId} />
        {verifying.problem && (
          <Button variant="default" onClick={() => void begin()}>
            Create new QR code
          </Button>
        )}
      </Stack>
    </form>
  )
}

/** A refusal of this field, which neither call has, asks for the password. */
const isPasswordNeeded = (error: Error | undefined) =>
  error instanceof ApiError && error.fields.some(({ path }) => path === 'password')

/** The secret in groups of characters for typing; copied without spaces. */
function Secret({ base32 }: { base32: string }) {
  const { copied, copy } = useClipboard({ timeout: 2000 })
  const groups = base32.match(/.{1,4}/g) ?? []
  return (
    <div className={styles.secret}>
      <code className="reference" aria-label="Secret">
        {groups.map((group, position) => (
          <span key={`${position} ${group}`}>{group} </span>
        ))}
      </code>
      <Button variant="default" size="compact-sm" onClick={() => copy(base32)}>
        {copied ? 'Copied' : 'Copy secret'}
      </Button>
    </div>
  )
}
