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
      title={`Delete the capacity of ${title}?`}
      confirmLabel="Delete capacity"
      isDangerous
      onConfirm={onClear}
      onClose={onClose}
    >
      <Text size="sm">
        {count === 1 ? 'Its capacity is' : `Its ${formatCount(count)} capacities are`} deleted, and you’ll lose unsaved
        changes. It then accepts any number of parcels. You can restore the previous version of the carrier rules.
      </Text>
    </ConfirmDialog>
  )
}
