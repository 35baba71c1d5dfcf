import { Button, Drawer, Textarea } from '@mantine/core'
import { returns } from '@despatch/contract/returns/rules/returns'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RecordLoading } from '../../kit/record/record-loading.tsx'
import { InstantText } from '../../kit/list/columns/cells.tsx'
import { useDialogDraft } from '../../kit/form/use-dialog-draft.ts'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { notify } from '../../kit/notify/notify.ts'
import { ApiError } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import type { DrawerProps } from './check-drawer.tsx'
import { returnsChanged, returnsVersions } from './returns-queries.ts'
import styles from './returns.module.css'
import { VersionChanges } from './version-changes.tsx'

type VersionsDrawerProps = DrawerProps & { readonly inForce: number; readonly whyNot: string | undefined }

/** Published versions with author and time; any can be brought back. */
export function VersionsDrawer({ opened, inForce, whyNot, onClose }: VersionsDrawerProps) {
  const { data, error, refetch } = useQuery({ ...returnsVersions, enabled: opened })
  const [chosenVersion, setChosenVersion] = useState<number>()
  return (
    <Drawer opened={opened} onClose={onClose} position="right" size="lg" title="Versions">
      {!data ? (
        <RecordLoading title="Versions" error={error} onRetry={() => void refetch()} />
      ) : data.versions.length === 0 ? (
        <p>Nothing is published yet.</p>
      ) : (
        <ul className={styles.list}>
          {data.versions.map((version) => (
            <li key={version.version}>
              <strong>Version {version.version}</strong>: {version.summary}, by {version.by},{' '}
              {version.at && <InstantText at={version.at} />}
              {version.overrideReason !== '' && (
                <div className={styles.example}>
                  Published despite issues: {version.overrideReason} ({version.overridden.join(' ')})
                </div>
              )}
              <div>
                <VersionChanges version={version.version} />
              </div>
              {version.version !== inForce && !whyNot && (
                <div>
                  <Button size="xs" variant="default" onClick={() => setChosenVersion(version.version)}>
                    Restore version {version.version}
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      <BringBack version={chosenVersion} inForce={inForce} onClose={() => setChosenVersion(undefined)} />
    </Drawer>
  )
}

type BringBackProps = {
  /** Undefined: closed. */
  readonly version: number | undefined
  readonly inForce: number
  readonly onClose: () => void
}

/** Confirms bringing a version back, with a reason if the server finds it against the law. */
function BringBack({ version, inForce, onClose }: BringBackProps) {
  const draft = useDialogDraft(`bring-back-returns ${version}`, version !== undefined, { reason: '' })
  const { reason } = draft.values
  const [isBreach, setIsBreach] = useState(false)
  // A restored draft reason would be sent, so it is shown.
  const asksReason = isBreach || draft.isRestored
  function close() {
    setIsBreach(false)
    onClose()
  }
  async function bringBack() {
    const overrideReason = reason.trim()
    const body = { version: inForce, ...(asksReason && overrideReason !== '' && { overrideReason }) }
    try {
      return await call(returns.bringBack, { params: { version: String(version) }, body })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'unprocessable') setIsBreach(true)
      if (error instanceof ApiError && error.code === 'version_conflict') void returnsChanged()
      throw error
    }
  }
  return (
    <ConfirmDialog
      opened={version !== undefined}
      title={`Restore version ${version}?`}
      confirmLabel={`Restore version ${version}`}
      draft={draft}
      onConfirm={bringBack}
      onDone={({ message, version: next }) => {
        notify.success(`${message} Version ${next} is live.`)
        void returnsChanged()
      }}
      onClose={close}
    >
      <p>It is published as the next version and used for new returns at once. No version is lost.</p>
      {asksReason && (
        <Textarea
          label="Reason to publish anyway"
          description="Kept with the version"
          value={reason}
          maxLength={500}
          onChange={(event) => draft.set({ reason: event.currentTarget.value })}
        />
      )}
    </ConfirmDialog>
  )
}
