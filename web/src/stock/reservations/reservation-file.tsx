import { Button, FileInput } from '@mantine/core'
import { MAX_RESERVATION_ROWS } from '@despatch/contract/stock/reservations'
import { stock } from '@despatch/contract/stock/stock'
import { formatCount } from '@despatch/domain/money/money'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import fileStyles from '../../kit/form/file.module.css'
import { pastedRows } from '../../kit/form/pasted-rows.ts'
import { FileRows } from '../../kit/list/file-rows.tsx'
import { messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { stockChanged } from './stock-queries.ts'

const HEADER = 'SKU,Type,Pieces,Purpose,Until,Order number,Customer account,Note'

async function reserveFile(file: File) {
  const [head = [], ...rows] = pastedRows(await file.text(), ',', MAX_RESERVATION_ROWS + 2) ?? []
  if (rows.length === 0) throw new Error('The file has no rows, or is no CSV file.')
  if (rows.length > MAX_RESERVATION_ROWS)
    throw new Error(`The file has more than ${formatCount(MAX_RESERVATION_ROWS)} rows: send it in parts.`)
  const named = rows.map((cells) => Object.fromEntries(head.map((name, place) => [name, cells[place] ?? ''])))
  return call(stock.importReservations, { body: { rows: named } })
}

/** Reserves by the rows of a CSV file, and says what became of each. */
export function ReservationFile() {
  const [file, setFile] = useState<File | null>(null)
  const sending = useMutation({ mutationFn: reserveFile, onSettled: () => void stockChanged() })
  return (
    <>
      <p>
        A CSV file with the columns {HEADER}. Purpose is promotion, wholesale, channel, quality or order; until looks
        like 2026-12-31.
      </p>
      <FileInput
        label="File"
        accept=".csv,text/csv"
        placeholder="Choose a file"
        value={file}
        error={sending.error && messageOf(sending.error)}
        onChange={(chosen) => {
          setFile(chosen)
          sending.reset()
        }}
      />
      <Button mt="sm" disabled={!file} loading={sending.isPending} onClick={() => file && sending.mutate(file)}>
        Reserve
      </Button>
      {sending.data && (
        <>
          <p role="status">{sending.data.message}</p>
          <FileRows
            label="What became of each row"
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
