import { Button } from '@mantine/core'
import type { NotificationAct } from './notification-log.ts'

type ActingMessageProps = { readonly message: string; readonly act: NotificationAct; readonly onAct: () => void }

/** A notification's text with its action. */
export function ActingMessage({ message, act: { label }, onAct }: ActingMessageProps) {
  return (
    <>
      {message}
      <Button variant="subtle" size="compact-sm" my={-4} ml="xs" aria-label={`${label}: ${message}`} onClick={onAct}>
        {label}
      </Button>
    </>
  )
}
