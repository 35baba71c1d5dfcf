import { Button, FileInput } from '@mantine/core'
import { MAX_RESERVATION_ROWS } from '@despatch/contract/stock/reservations'
import { stock } from '@despatch/contract/stock/stock'
import { formatCount } from '@despatch/domain/money/money'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { csvText } from '../../kit/browser/csv-text.ts'
import fileStyles from '../../kit/form/file.module.css'
import { draftKeyOf } from '../../kit/form/drafts.ts'
import { createDraftSubmission, savedBeforeText } from '../../kit/form/idempotency.ts'
import { pastedRows } from '../../kit/form/pasted-rows.ts'
import { FileRows } from '../../kit/list/file-rows.tsx'
import { messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { stockChanged } from './stock-queries.ts'

/** Idempotency keys of a file, which survive reloads until the answer arrives, so that it is reserved once. */
const keyringOf = ({ name, size, lastModified }: File) =>
  createDraftSubmission(draftKeyOf(`reservation-file ${name} ${size} ${lastModified}`))

const COLUMNS = 'SKU, Type, Pieces, Purpose, Until, Order number, Customer account and Note'

/** Guesses the separator: spreadsheets of some countries write semicolons, copied tables tabs. */
function separatorOf(text: string): string {
  const head = text.slice(0, text.search(/[\r\n]|$/))
  return [',', ';', '\t'].toSorted((one, other) => head.split(other).length - head.split(one).length)[0] ?? ','
}

async function reserveFile(file: File) {
  const text = await csvText(file)
  const [head = [], ...rows] = pastedRows(text, separatorOf(text), MAX_RESERVATION_ROWS + 2) ?? []
  if (rows.length === 0) throw new Error('The file has no rows or isn’t a CSV file.')
  if (rows.length > MAX_RESERVATION_ROWS)
    throw new Error(`The file has more than ${formatCount(MAX_RESERVATION_ROWS)} rows. Split it into smaller files.`)
  const named = rows.map((cells) => Object.fromEntries(head.map((name, place) => [name, cells[place] ?? ''])))
  const submission = keyringOf(file)
  try {
    const answer = await call(
      stock.importReservations,
      { body: { rows: named } },
      { idempotencyKey: submission.markSent() },
    )
    submission.forget()
    return answer
  } catch (error) {
    submission.markFailed(error)
    throw error
  }
}

/** Makes reservations from a CSV file and shows a verdict for each row. */
export function ReservationFile() {
  const [chosen, setChosen] = useState<File>()
  const sending = useMutation({ mutationFn: reserveFile, onSettled: () => void stockChanged() })
  return (
    <>
      <p>
        A CSV file with the columns {COLUMNS}. SKU, Pieces, Purpose and Until are required. Type is an allocation code.
        Purpose is promotion, wholesale, channel, quality or order. Until is a date like 2026-12-31. Each row makes its
        own reservation.
      </p>
      <FileInput
        label="File"
        accept=".csv,text/csv"
        placeholder="Choose a file"
        value={chosen ?? null}
        error={sending.error && (savedBeforeText(sending.error) ?? messageOf(sending.error))}
        onChange={(file) => {
          setChosen(file ?? undefined)
          sending.reset()
        }}
      />
      <Button
        mt="sm"
        disabled={!chosen || sending.isSuccess}
        loading={sending.isPending}
        onClick={() => chosen && sending.mutate(chosen)}
      >
        Reserve
      </Button>
      {sending.data && (
        <>
          <p role="status">{sending.data.message}</p>
          <FileRows
            label="Outcome of each row"
            titles={[['Verdict', fileStyles.word], ['Why']]}
            rows={sending.data.verdicts}
          >
            {({ isReserved, message }) => (
              <>
                <td className={fileStyles.word}>{isReserved ? 'Reserved' : 'Refused'}</td>
                <td>{message}</td>
              </>
            )}
          </FileRows>
        </>
      )}
    </>
  )
}
