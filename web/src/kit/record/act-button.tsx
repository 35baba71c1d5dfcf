import { Button } from '@mantine/core'
import { useOneAtATime } from '../list/use-one-at-a-time.ts'
import { notify } from '../notify/notify.ts'
import { messageOf } from '../server/api-error.ts'

type ActButtonProps = {
  readonly label: string
  /** Whether it is what is done most. */
  readonly isPrimary: boolean
  readonly whyNot: string | undefined
  readonly onAct: () => Promise<void>
}

/** Does something to the records beside it, once however often it is clicked, and says why where that fails. */
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
