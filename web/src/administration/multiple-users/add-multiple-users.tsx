import { Button, FileInput } from '@mantine/core'
import { formatCount } from '@despatch/domain/money/money'
import { useEffect, useRef, useState } from 'react'
import { focusIfLost } from '../../kit/browser/focus.ts'
import { ENTRIES } from '../../kit/navigation/menu-keys.ts'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import fileStyles from '../../kit/form/file.module.css'
import type { Imported } from './add-multiple-users-calls.ts'
import { ImportProgress } from './add-multiple-users-progress.tsx'
import { ImportVerdicts } from './add-multiple-users-verdicts.tsx'
import styles from './add-multiple-users.module.css'
import { type ImportState, useImport } from './use-import.ts'
import { useDroppedFiles } from '../../kit/browser/use-dropped-files.ts'

/** The upload, its immediate check, the button that adds the users, and the results of the rows. */
export function AddMultipleUsers() {
  const whyNot = useEditDisabledReason(ENTRIES.addMultipleUsers)
  const { state, choose, add, cancel } = useImport()
  const [chosen, setChosen] = useState<File | null>(null)
  const [remark, setRemark] = useState('')
  const place = useRef<HTMLDivElement>(null)
  const isAdding = state.stage === 'adding'
  const outcome = useRef<HTMLParagraphElement>(null)
  // The buttons of the previous stage vanish: move the focus.
  useEffect(() => {
    // Nothing to read before the first file.
    if (outcome.current?.textContent) focusIfLost(outcome.current)
  }, [state.stage])
  const take = (file: File | null, count = 1) => {
    if (whyNot || isAdding) return
    setRemark(count > 1 ? `${formatCount(count)} files were dropped. Only the first is used.` : '')
    setChosen(file)
    void choose(file)
  }
  const { isOver } = useDroppedFiles(place, ([first, ...others]) => first && take(first, 1 + others.length))
  return (
    <>
      <div ref={place} className={styles.drop} data-drop data-over={isOver || undefined}>
        <FileInput
          label="User file"
          description="CSV or Excel (.xlsx), up to 20 MB and 20,000 rows. Nothing is added until you confirm."
          placeholder="Choose a file, or drop it here"
          accept=".csv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          clearable
          clearButtonProps={{ 'aria-label': 'Remove file' }}
          disabled={whyNot !== undefined || isAdding}
          value={chosen}
          onChange={take}
        />
        {whyNot && <span className={fileStyles.remark}>{whyNot}</span>}
        {remark && <span className={fileStyles.remark}>{remark}</span>}
      </div>
      <div role="status">
        <p
          ref={outcome}
          tabIndex={-1}
          className={styles.outcome}
          data-bad={problemOf(state) !== undefined || undefined}
        >
          {problemOf(state) ?? progressText(state)}
        </p>
      </div>
      <div className={styles.bar}>
        {'run' in state && (
          <ImportProgress
            run={state.run}
            sent={state.sent}
            size={state.file.content.size}
            {...(state.stage === 'checking' && { onCancel: cancel })}
          />
        )}
        {state.stage === 'empty' && state.problem && chosen && (
          <Button variant="default" onClick={() => void choose(chosen)}>
            Check file again
          </Button>
        )}
        {state.stage === 'checked' && <AddButton answer={state.answer} onAdd={() => void add()} />}
        {state.stage === 'added' && <span className={fileStyles.remark}>To add more, choose another file.</span>}
      </div>
      {'answer' in state && (
        <ImportVerdicts answer={state.answer} fileName={state.file.name} isAdded={state.stage === 'added'} />
      )}
    </>
  )
}

function problemOf(state: ImportState): string | undefined {
  return 'problem' in state ? state.problem : undefined
}

/** The progress for screen readers. */
function progressText(state: ImportState): string {
  if (state.stage === 'checking') return `Checking ${state.file.name}`
  if (state.stage === 'adding') return `Adding the users of ${state.file.name}`
  return state.stage === 'empty' ? '' : state.answer.message
}

function AddButton({ answer: { read, refused }, onAdd }: { answer: Imported; onAdd: () => void }) {
  const good = read - refused
  const words =
    refused === 0
      ? `Add all ${formatCount(good)}`
      : good === 1
        ? 'Add 1 valid row'
        : `Add ${formatCount(good)} valid rows`
  return (
    <>
      <Button disabled={good === 0} onClick={onAdd}>
        {good === 0 ? 'Add users' : words}
      </Button>
      <span className={fileStyles.remark}>
        {good === 0
          ? 'No rows can be added. Correct the file and choose it again.'
          : refused > 0
            ? 'Or correct the file and choose it again. Rejected rows are left out.'
            : 'Either all rows are added, or none.'}
      </span>
    </>
  )
}
