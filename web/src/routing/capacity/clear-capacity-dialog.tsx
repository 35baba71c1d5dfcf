import { Text } from '@mantine/core'
import { formatCount } from '@despatch/domain/money/money'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'

type ClearCapacityDialogProps = {
  /** The carrier's name. */
  readonly title: string
  /** The number of capacities to remove. */
  readonly count: number
  readonly opened: boolean
  readonly onClear: () => Promise<void>
  readonly onClose: () => void
}

/** Confirms the removal of all limits of a carrier. */
export function ClearCapacityDialog({ title, count, opened, onClear, onClose }: ClearCapacityDialogProps) {
  return (
    <ConfirmDialog
      opened={opened}
      title={`Clear the capacity of ${title}?`}
      confirmLabel="Clear the capacity"
      isDangerous
      onConfirm={onClear}
      onClose={onClose}
    >
      <Text size="sm">
        {count === 1 ? 'Its capacity goes' : `Its ${formatCount(count)} capacities go`}, and what is typed here and not
        saved: from then on it takes any number of parcels. The rule book keeps the version before, which can be brought
        back.
      </Text>
    </ConfirmDialog>
  )
}
