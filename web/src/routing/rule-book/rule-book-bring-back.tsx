import { allocation } from '@despatch/contract/routing/allocation/allocation'
import { ApiError } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { notify } from '../../kit/notify/notify.ts'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { useAcknowledgement } from '../prices/use-acknowledgement.tsx'
import { RuleBookChanges } from './rule-book-changes.tsx'
import { ruleBookChanged } from './rule-book-queries.ts'
import styles from './rule-book.module.css'

type BringBackDialogProps = {
  readonly version: number
  readonly inForce: number
  readonly opened: boolean
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Confirms bringing back a version and shows what changes. */
export function BringBackDialog({ version, inForce, opened, onClose, onDone }: BringBackDialogProps) {
  const { send, isWarned, whyNot, field, draft } = useAcknowledgement(`bring-back ${version}`, opened)
  async function bringBack() {
    const params = { version: String(version) }
    const { message } = await send((said) =>
      call(allocation.bringBack, { params, body: { version: inForce, ...said } }),
    ).catch((error: unknown) => {
      // Reload, because the dialog shows outdated changes.
      if (error instanceof ApiError && error.code === 'version_conflict') void ruleBookChanged()
      throw error
    })
    notify.success(message)
    void ruleBookChanged()
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={`Restore version ${version}?`}
      confirmLabel={isWarned ? 'Restore anyway' : `Restore version ${version}`}
      isDangerous={isWarned}
      whyNot={whyNot}
      draft={draft}
      onConfirm={bringBack}
      onDone={onDone}
      onClose={onClose}
    >
      <p>
        This publishes version {inForce + 1} with the rules of version {version}. No version is lost. Changes:
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolling must work by keyboard */}
      <div className={styles.preview} tabIndex={0} role="group" aria-label="Changes">
        <RuleBookChanges version={version} against="now" />
      </div>
      {field}
    </ConfirmDialog>
  )
}
