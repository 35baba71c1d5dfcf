import { Alert, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '../../kit/server/api-error.ts'
import { NewPasswordForm } from './new-password-form.tsx'
import { resetByLink } from './passwords.ts'

type LinkStepProps = {
  readonly token: string
  /** Called with the server's message once the password is set. */
  readonly onChosen: (message: string) => void
  readonly onAskAgain: () => void
}

/** Chooses a password with a mailed link. An expired link offers to request another. */
export function LinkStep({ token, onChosen, onAskAgain }: LinkStepProps) {
  const [dead, setDead] = useState('')

  async function choose(password: string) {
    try {
      onChosen(await resetByLink(token, password))
    } catch (error) {
      const isDead =
        error instanceof ApiError && (error.status === 401 || error.fields.some(({ path }) => path === 'token'))
      if (!isDead) throw error
      setDead(error.message)
    }
  }

  if (dead)
    return (
      <Stack gap="md">
        <Alert color="bad" variant="light" p="sm">
          {dead}
        </Alert>
        <Button size="md" fullWidth onClick={onAskAgain} autoFocus>
          Get another link
        </Button>
      </Stack>
    )
  return (
    <Stack gap="md">
      <Text size="sm">You’ll be signed out everywhere else.</Text>
      <NewPasswordForm username="" submitLabel="Set password" onSubmit={({ password }) => choose(password)} />
    </Stack>
  )
}
