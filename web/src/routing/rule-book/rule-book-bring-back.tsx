import { Textarea } from '@mantine/core'
import { allocation } from '@despatch/contract/routing/allocation/allocation'
import { useState } from 'react'
import { ApiError } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { notify } from '../../kit/notify/notify.ts'
import { useDialogDraft } from '../../kit/form/use-dialog-draft.ts'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
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

/** Asks before a version is brought back, and says what that changes. */
export function BringBackDialog({ version, inForce, opened, onClose, onDone }: BringBackDialogProps) {
  const draft = useDialogDraft(`bring-back ${version}`, opened, { note: '' })
  const { note } = draft.values
  // Set once the server has said what looks wrong in the prices that come back.
  const [isWarned, setIsWarned] = useState(false)
  async function bringBack() {
    const params = { version: String(version) }
    const body = { version: inForce, note: note.trim(), acknowledged: isWarned }
    const { message } = await call(allocation.bringBack, { params, body }).catch((error: unknown) => {
      // What the dialog says is out of date: asked again, it says what bringing back would change now.
      if (error instanceof ApiError && error.code === 'version_conflict') void ruleBookChanged()
      if (error instanceof ApiError && error.fields.some(({ path }) => path === 'acknowledged')) setIsWarned(true)
      throw error
    })
    notify.success(message)
    void ruleBookChanged()
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={`Bring version ${version} back?`}
      confirmLabel={isWarned ? 'Bring it back all the same' : `Bring back version ${version}`}
      isDangerous={isWarned}
      whyNot={isWarned && note.trim() === '' ? 'Say in the note why this is right.' : undefined}
      draft={draft}
      onConfirm={bringBack}
      onDone={onDone}
      onClose={onClose}
    >
      <p>
        It is published as version {inForce + 1}: from then on consignments are allocated as version {version} says. No
        version is lost by it. This is what changes:
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard */}
      <div className={styles.preview} tabIndex={0} role="group" aria-label="What changes">
        <RuleBookChanges version={version} against="now" />
      </div>
      <Textarea
        mt="sm"
        label="Note"
        description="Kept with this version of the rule book"
        maxLength={500}
        rows={2}
        required={isWarned}
        value={note}
        onChange={(event) => draft.set({ note: event.currentTarget.value })}
      />
    </ConfirmDialog>
  )
}
