import { Text } from '@mantine/core'
import { type LimitedMethod, parcelLimits as calls } from '@despatch/contract/routing/parcel-limits/parcel-limits'
import { call } from '../../kit/server/call.ts'
import { notify } from '../../kit/notify/notify.ts'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { bodyOf, limitForm } from './limit-values.ts'

type ClearLimitsDialogProps = {
  readonly title: string
  readonly methodId: string
  readonly version: number
  /** The limits to remove, for people. */
  readonly limits: readonly string[]
  readonly opened: boolean
  readonly onClose: () => void
  /** Called with the error; throws it again. */
  readonly onRefused: (error: unknown) => Promise<never>
  readonly onCleared: (saved: Pick<LimitedMethod, 'parcelLimit' | 'version'>) => void
}

const EMPTY = { Length: '', Volume: '', NumberOfParcels: '', ParcelWeight: '', ConsignmentWeight: '' }

/** Confirms the removal of a method's limits: it then takes any consignment. */
export function ClearLimitsDialog(props: ClearLimitsDialogProps) {
  const { title, methodId, version, limits, opened, onClose, onRefused, onCleared } = props
  async function clear() {
    const body = { Clear: true as const, version }
    const saved = await call(calls.clear, { params: { methodId }, body }).catch(onRefused)
    notify.success(saved.message)
    return bodyOf(limitForm.parse({ ...EMPTY, version: saved.version }))
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={`Delete the ${title[0]?.toLowerCase()}${title.slice(1)}?`}
      confirmLabel="Delete limits"
      isDangerous
      onConfirm={clear}
      onDone={onCleared}
      onClose={onClose}
    >
      <Text size="sm">
        These limits are deleted: {limits.join(', ')}. New allocations to {methodId} then have no parcel limits. You can
        restore them from an earlier version of the carrier rules.
      </Text>
    </ConfirmDialog>
  )
}
