import { ListDay } from '../../kit/list/columns/cells.tsx'
import { Checkbox } from '@mantine/core'
import type { InvoiceToPost } from '@despatch/contract/invoices/postings'
import { useId } from 'react'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { invoiceAddress } from '../addresses.ts'
import { amountText, capitalised } from '../invoice-text.ts'
import styles from './postings.module.css'

type InvoicesToPostProps = {
  readonly rows: readonly InvoiceToPost[]
  readonly isChosen: (row: InvoiceToPost) => boolean
  readonly onChoose: (rows: readonly InvoiceToPost[], isChosen: boolean) => void
}

/** Invoices to choose, with the lines that each would add to the ledger. */
export function InvoicesToPost({ rows, isChosen, onChoose }: InvoicesToPostProps) {
  const chosen = rows.filter(isChosen).length
  return (
    <table className={styles.table} aria-label="Ledger lines by invoice">
      <thead>
        <tr>
          <th scope="col">
            <Checkbox
              size="xs"
              label="Account"
              aria-label="Choose all invoices"
              checked={chosen === rows.length}
              indeterminate={chosen > 0 && chosen < rows.length}
              onChange={({ currentTarget }) => onChoose(rows, currentTarget.checked)}
            />
          </th>
          <th scope="col">Client</th>
          <th scope="col" className={styles.taxCode}>
            Tax code
          </th>
          <th scope="col">Debit</th>
          <th scope="col">Credit</th>
        </tr>
      </thead>
      {rows.map((row) => (
        <InvoiceLines
          key={row.summaryID}
          row={row}
          isChosen={isChosen(row)}
          onChoose={(isNow) => onChoose([row], isNow)}
        />
      ))}
    </table>
  )
}

type InvoiceLinesProps = {
  readonly row: InvoiceToPost
  readonly isChosen: boolean
  readonly onChoose: (isChosen: boolean) => void
}

function InvoiceLines({ row, isChosen, onChoose }: InvoiceLinesProps) {
  const { summaryID, invoiceNumber, carrierName, invoiceDay, currency, isCorrection, lines, debit, payable, accrued } =
    row
  const name = useId()
  const money = (amount: string) => (Number(amount) === 0 ? '' : amountText(amount, currency))
  return (
    <tbody aria-labelledby={name} data-left-out={!isChosen || undefined}>
      <tr>
        <th scope="rowgroup" colSpan={5} className={styles.invoice}>
          <span>
            <Checkbox
              size="xs"
              aria-label={`Choose invoice ${invoiceNumber}`}
              checked={isChosen}
              onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
            />
            <span id={name}>
              {carrierName} <ScreenLink to={invoiceAddress({ summaryID })}>{invoiceNumber}</ScreenLink>
            </span>
            <small>
              <ListDay day={invoiceDay} />, {currency}
              {isCorrection && ', correction'}
            </small>
          </span>
        </th>
      </tr>
      {lines.map(({ account, accountCode, category, clientCode, taxCode, ...amounts }) => (
        <tr key={`${account} ${category} ${clientCode} ${taxCode}`}>
          <td className={styles.line}>
            {accountCode && <span className={styles.code}>{accountCode} </span>}
            {[account, category].filter(Boolean).join(', ')}
          </td>
          <td>{clientCode}</td>
          <td className={styles.taxCode}>{taxCode}</td>
          <td>{money(amounts.debit)}</td>
          <td>{money(amounts.credit)}</td>
        </tr>
      ))}
      <tr className={styles.sum}>
        <th scope="row" colSpan={2} className={styles.line}>
          {lines.length === 0 ? 'Nothing to post (balances to zero)' : sumsOf({ payable, accrued, currency })}
        </th>
        <td className={styles.taxCode} />
        <td>{amountText(debit, currency)}</td>
        <td>{amountText(debit, currency)}</td>
      </tr>
    </tbody>
  )
}

type Sums = { readonly payable: string; readonly accrued: string; readonly currency: string }

/** 'Payable £10.81, accruals reversed £4.40'. */
export function sumsOf({ payable, accrued, currency }: Sums): string {
  const parts = [`payable ${amountText(payable, currency)}`]
  if (Number(accrued) !== 0) parts.push(`accruals reversed ${amountText(accrued, currency)}`)
  return capitalised(parts.join(', '))
}
