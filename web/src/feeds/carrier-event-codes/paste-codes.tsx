import { Autocomplete, Button, Group, Modal, Progress, Textarea } from '@mantine/core'
import { ColumnHeads } from '../../kit/list/columns/column-heads.tsx'
import type { EventCode } from '@despatch/contract/feeds/carrier-event-codes/event-codes'
import { feeds } from '@despatch/contract/feeds/feeds'
import { formatCount } from '@despatch/domain/money/money'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useDialogDraft } from '../../kit/form/use-dialog-draft.ts'
import { messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { notify } from '../../kit/notify/notify.ts'
import fileStyles from '../../kit/form/file.module.css'
import { codesOfCarrier, refreshEventCodes, eventCodesOverview } from './event-code-queries.ts'
import styles from '../feeds.module.css'
import { hasRequiredColumns, type ListChoices, PasteColumns, withChoices } from './paste-columns.tsx'
import { MAX_PASTED, type PastedCode, checkPastedCodes } from './check-pasted-codes.ts'
import { readPastedList } from './read-pasted-list.ts'

const NOTHING_PASTED = { carrier: '', text: '' }
const NO_CODES: readonly EventCode[] = []

/** A dialog for a carrier's whole list, copied from a spreadsheet: shows the result for each row, and saves them. */
export function PasteCodes({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Paste a carrier’s list" size={860}>
      <PasteForm onClose={onClose} />
    </Modal>
  )
}

function PasteForm({ onClose }: { onClose: () => void }) {
  const draft = useDialogDraft('paste-codes', true, NOTHING_PASTED)
  const { carrier, text } = draft.values
  const [choices, setChoices] = useState<ListChoices>({})
  const [done, setDone] = useState(0)
  const { data: overview } = useQuery(eventCodesOverview)
  const carrierName = carrier.trim()
  const known = useQuery({ ...codesOfCarrier(carrierName), enabled: carrierName !== '' && text !== '' })
  // One row more than the maximum shows that there are too many; another may be the heading.
  const pasted = useMemo(() => readPastedList(text, MAX_PASTED + 2, choices.separator), [text, choices.separator])
  const list = withChoices(pasted, choices)
  const canRead = carrierName !== '' && hasRequiredColumns(list) && !known.isPending
  const rows = canRead ? checkPastedCodes(list, carrierName, known.data ?? NO_CODES) : []
  const bodies = rows.flatMap(({ body }) => body ?? [])
  const save = useMutation({
    async mutationFn() {
      setDone(0)
      for (const body of bodies) {
        await call(feeds.setEventCode, { body }).catch((error: unknown) => {
          throw new Error(`Saving stopped at code ${body.code}: ${messageOf(error)}`, { cause: error })
        })
        setDone((before) => before + 1)
      }
      return bodies.length
    },
    onSuccess(count) {
      notify.success(`${formatCount(count)} ${count === 1 ? 'code' : 'codes'} of ${carrierName} saved.`)
      draft.markSaved()
      onClose()
    },
    // Codes saved so far stay; reloading shows them as unchanged.
    onSettled: () => refreshEventCodes(),
  })
  return (
    <>
      <Autocomplete
        label="Carrier"
        description="As it appears in the carrier’s events"
        data={overview?.carriers ?? []}
        value={carrier}
        maxLength={50}
        disabled={save.isPending}
        data-autofocus
        onChange={(name) => draft.set({ carrier: name })}
      />
      <Textarea
        mt="sm"
        label="Its codes"
        description="Paste code and meaning from a spreadsheet or CSV file, with optional description and incident reason. Meanings can be the portal’s, or those of AfterShip, 17TRACK, EasyPost and others."
        placeholder={'81\tIn transit\tAt the depot'}
        autosize
        minRows={4}
        maxRows={8}
        spellCheck={false}
        value={text}
        disabled={save.isPending}
        onChange={(event) => {
          draft.set({ text: event.currentTarget.value })
          setChoices({})
          save.reset()
        }}
      />
      {pasted.problem && (
        <p className={fileStyles.problem} role="alert">
          {pasted.problem}
        </p>
      )}
      {list.rows.length > 0 && <PasteColumns list={list} disabled={save.isPending} onChange={setChoices} />}
      {known.error && <p className={fileStyles.problem}>{messageOf(known.error)}</p>}
      {rows.length > 0 && <PastedRows rows={rows} />}
      {save.isPending && <Progress mt="sm" value={(done / bodies.length) * 100} aria-label="Saved codes" />}
      {save.error && (
        <p className={fileStyles.problem} role="alert">
          {messageOf(save.error)}
        </p>
      )}
      <Group justify="flex-end" mt="md">
        <span className={fileStyles.remark}>
          {whyNotSave(carrierName, text, list.rows.length > 0 && !hasRequiredColumns(list), rows)}
        </span>
        <Button variant="default" onClick={() => (draft.forget(), onClose())} disabled={save.isPending}>
          Cancel
        </Button>
        <Button
          disabled={bodies.length === 0 || rows.length > MAX_PASTED}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          {bodies.length === 0
            ? 'Save codes'
            : `Save ${formatCount(bodies.length)} ${bodies.length === 1 ? 'code' : 'codes'}`}
        </Button>
      </Group>
    </>
  )
}

function whyNotSave(carrier: string, text: string, isAsking: boolean, rows: readonly PastedCode[]): string {
  if (carrier === '') return 'Enter the carrier first.'
  if (text.trim() === '') return 'Paste the codes.'
  if (isAsking) return 'Choose the columns.'
  if (rows.length > MAX_PASTED) return `At most ${MAX_PASTED} rows at once.`
  const wrong = rows.filter(({ isWrong }) => isWrong).length
  if (wrong === 0) return ''
  return `${formatCount(wrong)} ${wrong === 1 ? 'row is' : 'rows are'} not saved. See the reason beside ${wrong === 1 ? 'it' : 'them'}.`
}

function PastedRows({ rows }: { rows: readonly PastedCode[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard
    <div className={styles.pasted} tabIndex={0} role="region" aria-label="Result for each row">
      <table className={fileStyles.table}>
        <ColumnHeads texts={['Code', 'Means', 'Description', 'Incident reason', 'When saved']} />
        <tbody>
          {rows.slice(0, MAX_PASTED).map((row, place) => (
            <tr key={place}>
              <td className={fileStyles.value}>{row.code}</td>
              <td>{row.means}</td>
              <td>{row.description}</td>
              <td>{row.reason}</td>
              <td className={row.isWrong ? fileStyles.problem : fileStyles.remark}>{row.outcome}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
