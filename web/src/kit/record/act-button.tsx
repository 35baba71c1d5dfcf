import { Button } from '@mantine/core'
import { useOneAtATime } from '../list/use-one-at-a-time.ts'
import { notify } from '../notify/notify.ts'
import { messageOf } from '../server/api-error.ts'

type ActButtonProps = {
  readonly label: string
  readonly isPrimary: boolean
  readonly whyNot: string | undefined
  readonly onAct: () => Promise<void>
}

/** A button for an action on records. Ignores clicks while the action runs, and shows its error. */
export function ActButton({ label, isPrimary, whyNot, onAct }: ActButtonProps) {
  const actNow = useOneAtATime(() => onAct().catch((error: unknown) => notify.danger(messageOf(error))))
  return (
    <Button
      size="xs"
      variant={isPrimary ? 'filled' : 'default'}
      disabled={whyNot !== undefined}
      title={whyNot}
      onClick={actNow}
    >
      {label}
    </Button>
  )
}
