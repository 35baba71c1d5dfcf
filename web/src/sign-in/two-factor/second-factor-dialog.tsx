import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../kit/server/call.ts'
import { useStore } from '../../kit/browser/store.ts'
import { ConfirmPasswordStep } from '../password/confirm-password-step.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { RegistrationStep } from './registration-step.tsx'
import { session } from '../../kit/session/session-store.ts'
import { refreshUser } from '../password/sign-in.ts'

const WHY_PASSWORD = 'Enter your password to set up two-factor sign-in.'
const WHY_PASSWORD_AGAIN = 'Enter your password again to continue. You then scan a new QR code.'

/** The user's own two-factor sign-in: its state, and registration. Only an administrator can switch it off. */
export function SecondFactorDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const user = useStore(session.store, (state) => state.user)
  const username = user?.username ?? ''
  const [step, setStep] = useState<'shown' | 'password' | 'password-again' | 'registration'>('shown')
  const isSettingUp = step !== 'shown'
  const [codes, setCodes] = useState<readonly string[]>()
  const [isClosing, setIsClosing] = useState(false)

  function close() {
    setStep('shown')
    setCodes(undefined)
    setIsClosing(false)
    onClose()
  }

  return (
    <Modal
      opened={opened}
      onClose={() => (codes ? setIsClosing(true) : close())}
      title={codes ? 'Save your recovery codes' : 'Two-factor sign-in'}
      size="sm"
      // Recovery codes are shown only now, so the user must confirm to close them.
      withCloseButton={!codes}
      closeOnClickOutside={!isSettingUp}
    >
      {codes ? (
        <RecoveryCodes
          username={username}
          codes={codes}
          isClosing={isClosing}
          onKept={async () => {
            await refreshUser()
            close()
          }}
        />
      ) : step === 'password' || step === 'password-again' ? (
        <ConfirmPasswordStep
          why={step === 'password' ? WHY_PASSWORD : WHY_PASSWORD_AGAIN}
          onConfirmed={() => setStep('registration')}
        />
      ) : step === 'registration' ? (
        <RegistrationStep
          call={call}
          onVerified={(registered) => setCodes(registered.codes)}
          onPasswordNeeded={() => setStep('password-again')}
        />
      ) : (
        <Stack gap="md">
          <Text>
            {user?.otp_enabled
              ? 'On. You sign in with your password and a code from your authenticator app.'
              : 'Off. You sign in with your password only.'}
          </Text>
          <Text size="sm" c="dimmed">
            {user?.otp_enabled
              ? 'Lost your app or changed phone? Ask an administrator to reset it.'
              : 'It protects your account if someone learns your password. Only an administrator can reset it.'}
          </Text>
          <Group justify="flex-end">
            {user?.otp_enabled ? (
              <Button variant="default" onClick={close} data-autofocus>
                Close
              </Button>
            ) : (
              <Button onClick={() => setStep('password')} data-autofocus>
                Set it up
              </Button>
            )}
          </Group>
        </Stack>
      )}
    </Modal>
  )
}
