import { Modal, Skeleton } from '@mantine/core'
import { invoices } from '@despatch/contract/invoices/invoices'
import type { InvoiceDifference } from '@despatch/contract/invoices/comparisons'
import { useQuery } from '@tanstack/react-query'
import fileStyles from '../../kit/form/file.module.css'
import { Reference, Status } from '../../kit/list/columns/cells.tsx'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { call } from '../../kit/server/call.ts'
import { parcelsAddress } from '../addresses.ts'
import { useCurrency } from '../currency.ts'
import { Amount, Variance } from '../figures.tsx'
import { INVOICES } from '../invoice-queries.ts'
import { countText, STATUS_MEANINGS, sumText } from '../invoice-text.ts'
import styles from './details.module.css'

/** At most this many rows are listed; further ones are counted. */
const MAX_LISTED = 200
const TITLE = 'Decided rows with a new expected cost'
const COLUMNS = ['Billed', 'Expected then', 'Expected now', 'Difference'] as const

async function readDifferences(summaryID: string): Promise<InvoiceDifference[]> {
  const found: InvoiceDifference[] = []
  let after: number | null = 0
  while (after !== null) {
    const piece: { rows: InvoiceDifference[]; after: number | null } = await call(invoices.differences, {
      query: { summaryID, after: String(after) },
    })
    found.push(...piece.rows)
    after = piece.after
  }
  return found
}

type DifferencesDialogProps = {
  readonly summaryID: string
  readonly opened: boolean
  readonly onClose: () => void
}

/** Compares the decisions on an invoice with today's prices and agreements. */
export function DifferencesDialog({ summaryID, opened, onClose }: DifferencesDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={TITLE} size="xl">
      {opened && <Differences summaryID={summaryID} />}
    </Modal>
  )
}

function Differences({ summaryID }: { readonly summaryID: string }) {
  const currency = useCurrency()
  const { data, error, refetch } = useQuery({
    queryKey: [...INVOICES, 'differences', summaryID],
    queryFn: () => readDifferences(summaryID),
  })
  if (!data && error) return <TableProblem error={error} onRetry={() => void refetch()} isInline />
  if (!data) return <Skeleton height={160} aria-label="Comparing the rows" />
  if (data.length === 0) return <p>No decided row has a new expected cost.</p>
  const differences = data.flatMap(({ difference }) => difference ?? [])
  return (
    <>
      <p>
        {countText(data.length, ['row', 'rows'])}, <Variance amount={sumText(differences)} currency={currency} /> in
        total. Their decisions don’t change.
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard */}
      <div className={styles.lines} tabIndex={0} role="group" aria-label={TITLE}>
        <table className={fileStyles.table} aria-label={TITLE}>
          <thead>
            <tr>
              <th scope="col">Tracking number</th>
              <th scope="col">Client</th>
              <th scope="col">Status</th>
              {COLUMNS.map((title) => (
                <th key={title} scope="col" className={fileStyles.number}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.slice(0, MAX_LISTED).map((row) => (
              <DifferenceRow key={row.parcelID} summaryID={summaryID} row={row} currency={currency} />
            ))}
          </tbody>
        </table>
      </div>
      {data.length > MAX_LISTED && <p className={styles.remark}>The first {MAX_LISTED} are listed.</p>}
    </>
  )
}

type DifferenceRowProps = {
  readonly summaryID: string
  readonly row: InvoiceDifference
  readonly currency: string
}

function DifferenceRow({ summaryID, row, currency }: DifferenceRowProps) {
  const { parcelID, trackingNumber, clientCode, status, billed, expected, expectedNow, difference } = row
  return (
    <tr>
      <td>
        <ScreenLink to={parcelsAddress({ summaryID, parcel: parcelID })}>
          <Reference text={trackingNumber || 'Consignment'} />
        </ScreenLink>
      </td>
      <td>{clientCode}</td>
      <td>
        <Status meaning={STATUS_MEANINGS[status]}>{status}</Status>
      </td>
      {[billed, expected, expectedNow].map((amount, index) => (
        <td key={COLUMNS[index]} className={fileStyles.number}>
          <Amount amount={amount} currency={currency} />
        </td>
      ))}
      <td className={fileStyles.number}>
        <Variance amount={difference} currency={currency} />
      </td>
    </tr>
  )
}
