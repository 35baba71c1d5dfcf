import { Alert, Anchor, Button, Skeleton } from '@mantine/core'
import type { InvoiceSummary } from '@despatch/contract/invoices/invoice'
import type { invoices } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Status } from '../../kit/list/columns/cells.tsx'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { invoiceAddress } from '../addresses.ts'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { proofOf } from '../invoice-queries.ts'
import { countText, PROOF_LABELS, statedText } from '../invoice-text.ts'
import { useDecideDisabledReason } from '../use-invoice-rights.ts'
import styles from './details.module.css'
import { ExplainDialog } from './explain-dialog.tsx'
import { ProofLinesDialog } from './proof-lines-dialog.tsx'

/** At most this many charges billed before are listed. */
const MAX_LISTED = 50

type Proof = RouteAnswer<typeof invoices.proof>

/** The proof that an invoice was read completely: whether it adds up, and the differences. It was stored at import. */
export function ProofPanel({ invoice }: { readonly invoice: InvoiceSummary }) {
  const { data, error, refetch } = useQuery(proofOf(invoice.summaryID))
  if (!data && error) return <TableProblem error={error} onRetry={() => void refetch()} isInline />
  if (!data) return <Skeleton height={110} aria-label="Loading the proof" />
  return <Proof invoice={invoice} proof={data} />
}

function Proof({ invoice, proof }: { readonly invoice: InvoiceSummary; readonly proof: Proof }) {
  const [isExplaining, setIsExplaining] = useState(false)
  const [lines, setLines] = useState<'refusals' | 'contradictions'>()
  const whyNot = useDecideDisabledReason()
  const { meaning, word } = PROOF_LABELS[proof.result]
  const { currency, summaryID, status } = invoice
  const isWrong = proof.result === 'does not add up'
  return (
    <section className={styles.proof} aria-label="Import check">
      <h2>
        <Status meaning={meaning}>{word}</Status>
      </h2>
      <p>{rowsText(proof)}</p>
      {proof.stated.length > 0 ? (
        <Stated stated={proof.stated} currency={currency} />
      ) : (
        <p>The file states no total to compare with.</p>
      )}
      {proof.refusals.length > 0 && (
        <Anchor component="button" type="button" inherit onClick={() => setLines('refusals')}>
          Show {countText(proof.refused + proof.unplaced, ['rejected row', 'rejected rows'])}
        </Anchor>
      )}
      {proof.contradictions.length > 0 && (
        <Anchor component="button" type="button" inherit onClick={() => setLines('contradictions')}>
          Show {proof.contradictions.length === 1 ? 'the row that doesn’t' : 'the rows that don’t'} match
          {proof.contradictions.length === 1 ? ' its' : ' their'} own total
        </Anchor>
      )}
      {proof.remarks.map(({ line, column, text, rows }) => (
        <p key={`${line} ${column} ${text}`}>
          <Status meaning="attention">
            Line {formatCount(line)}
            {column !== '' && `, ${column}`}
          </Status>{' '}
          {text}
          {rows > 1 && `, and on ${countText(rows - 1, ['row', 'rows'])} more`}.
        </p>
      ))}
      <BilledBefore duplicates={proof.duplicates} />
      {isWrong &&
        (proof.explanation ? (
          <p>
            Difference explained
            {proof.explainedBy && ` (${proof.explainedBy})`}: {proof.explanation}
          </p>
        ) : (
          status === 'Imported' && (
            <Alert color="bad" variant="light" p="xs">
              <p>Explain the difference before you accept this invoice.</p>
              <Button
                size="compact-sm"
                variant="default"
                mt={6}
                disabled={whyNot !== undefined}
                title={whyNot}
                onClick={() => setIsExplaining(true)}
              >
                Explain…
              </Button>
            </Alert>
          )
        ))}
      <ExplainDialog summaryID={summaryID} opened={isExplaining} onClose={() => setIsExplaining(false)} />
      <ProofLinesDialog proof={proof} shown={lines} onClose={() => setLines(undefined)} />
    </section>
  )
}

const MAX_STATED = 3

/** The sums that the file states: the first ones, and the others on request. */
function Stated({ stated, currency }: Pick<Proof, 'stated'> & { readonly currency: string }) {
  const list = (some: Proof['stated']) => (
    <ul>
      {some.map((one) => (
        <li key={`${one.what} ${one.line} ${one.amount}`}>{statedText(one, currency)}</li>
      ))}
    </ul>
  )
  const others = stated.slice(MAX_STATED)
  return (
    <>
      {list(stated.slice(0, MAX_STATED))}
      {others.length > 0 && (
        <details>
          <summary>{countText(others.length, ['more sum is stated', 'more sums are stated'])}</summary>
          {list(others)}
        </details>
      )}
    </>
  )
}

/** Charges that were billed before: their number by earlier invoice, and the charges on request. */
function BilledBefore({ duplicates }: Pick<Proof, 'duplicates'>) {
  const groups = Map.groupBy(duplicates, ({ filename, summaryID }) => `${summaryID} ${filename}`)
  return [...groups].map(([key, charges]) => {
    const { filename, summaryID } = charges[0] ?? { filename: '', summaryID: null }
    return (
      <details key={key}>
        <summary>
          {countText(charges.length, ['charge was', 'charges were'])} already billed in {filename}
          {summaryID !== null && (
            <>
              : <ScreenLink to={invoiceAddress({ summaryID })}>open the first</ScreenLink>
            </>
          )}
        </summary>
        <ul>
          {charges.slice(0, MAX_LISTED).map(({ what }) => (
            <li key={what}>{what}</li>
          ))}
          {charges.length > MAX_LISTED && <li>and {formatCount(charges.length - MAX_LISTED)} more</li>}
        </ul>
      </details>
    )
  })
}

/** '1,204 rows of the file: 1,200 taken, 4 refused'. */
function rowsText(proof: Proof): string {
  const { fileRows, taken, unplaced, elsewhere, passedOver, deleted, filename } = proof
  const refused = proof.refused + unplaced
  const parts = [
    `${formatCount(taken)} imported`,
    elsewhere > 0 ? `${formatCount(elsewhere)} on its other invoices` : '',
    refused > 0 ? `${formatCount(refused)} rejected` : '0 rejected',
    passedOver > 0 ? `${formatCount(passedOver)} with totals or blank` : '',
    deleted > 0 ? `${formatCount(deleted)} deleted since` : '',
  ].filter(Boolean)
  return `${filename} has ${formatCount(fileRows)} ${fileRows === 1 ? 'row' : 'rows'}: ${parts.join(', ')}.`
}
