import { Button, Checkbox, Radio, Skeleton, TextInput } from '@mantine/core'
import type { InvoiceParcel } from '@despatch/contract/invoices/invoice'
import type { MatchCandidate } from '@despatch/contract/invoices/matching'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { DayField } from '../../kit/form/typed/day-field.tsx'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { DayText, Reference } from '../../kit/list/columns/cells.tsx'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { Amount, Variance } from '../figures.tsx'
import { amountText, verdictLabel } from '../invoice-text.ts'
import { candidatesOf, hasTerms, matchRow, NO_TERMS, previewOf, type CandidateTerms } from './match-queries.ts'
import styles from './match.module.css'

type MatchDialogProps = {
  /** The row to match; undefined while the dialog is closed. */
  readonly row: InvoiceParcel | undefined
  readonly currency: string
  readonly onClose: () => void
}

const keyOf = ({ clientCode, orderNumber, trackingNumber }: MatchCandidate) =>
  `${clientCode} ${orderNumber} ${trackingNumber}`

/** Chooses the parcel or order that a row bills, with a preview of the verdict, and whether to remember the account. */
export function MatchDialog({ row, currency, onClose }: MatchDialogProps) {
  const [chosen, setChosen] = useState<MatchCandidate>()
  const [remember, setRemember] = useState(false)
  const [last, setLast] = useState(row?.parcelID)
  if (row && row.parcelID !== last) {
    setLast(row.parcelID)
    setChosen(undefined)
    setRemember(false)
  }
  return (
    <ConfirmDialog
      opened={row !== undefined}
      title={row?.trackingNumber ? `Match ${row.trackingNumber}` : 'Match this row'}
      confirmLabel="Match"
      size={760}
      whyNot={chosen ? undefined : 'Choose the parcel or order that this row bills.'}
      onConfirm={async () => row && chosen && matchRow(row, chosen, remember)}
      onClose={onClose}
    >
      {row && (
        <>
          <p>
            {row.verdictText || 'No match found for this row.'} {amountText(row.billed, currency)} is billed.
          </p>
          <Candidates chosen={chosen} onChoose={setChosen} />
          {chosen && (
            <>
              <Expected row={row} chosen={chosen} />
              <Checkbox
                label={`When a number matches several clients, treat this carrier account as ${chosen.clientName}’s`}
                checked={remember}
                onChange={(event) => setRemember(event.currentTarget.checked)}
              />
            </>
          )}
        </>
      )}
    </ConfirmDialog>
  )
}

type CandidatesProps = {
  readonly chosen: MatchCandidate | undefined
  readonly onChoose: (candidate: MatchCandidate | undefined) => void
}

function Candidates({ chosen, onChoose }: CandidatesProps) {
  const [typed, setTyped] = useState<CandidateTerms>(NO_TERMS)
  const [terms, setTerms] = useState<CandidateTerms>(NO_TERMS)
  const { data, error, refetch, isFetching } = useQuery(candidatesOf(terms))
  function search(event?: FormEvent) {
    event?.preventDefault()
    onChoose(undefined)
    setTerms(typed)
  }
  // The dialog is a form: Enter in the search would submit the match.
  function onKeyDown(event: { key: string; preventDefault(): void }) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (hasTerms(typed)) search()
  }
  const field = (name: 'search' | 'postCode') => ({
    value: typed[name],
    autoComplete: 'off',
    onChange: (event: { currentTarget: HTMLInputElement }) => setTyped({ ...typed, [name]: event.currentTarget.value }),
    onKeyDown,
  })
  return (
    <>
      <div className={styles.search} role="search" aria-label="Find the parcel or order">
        <TextInput label="Order or tracking number" data-autofocus maxLength={60} {...field('search')} />
        <TextInput label="or postcode" maxLength={12} {...field('postCode')} />
        <DayField
          label="and despatch date"
          value={typed.day}
          onChange={(day) => setTyped({ ...typed, day })}
          onKeyDown={onKeyDown}
        />
        <Button variant="default" loading={isFetching} disabled={!hasTerms(typed)} onClick={() => search()}>
          Search
        </Button>
      </div>
      {error && <TableProblem error={error} onRetry={() => void refetch()} isInline />}
      {data?.candidates.length === 0 && (
        <p role="status">
          Nothing found. Check the number, or search by postcode and despatch date (within three days).
        </p>
      )}
      {data && data.candidates.length > 0 && (
        <Radio.Group
          aria-label="Billed parcel or order"
          value={chosen ? keyOf(chosen) : ''}
          onChange={(key) => onChoose(data.candidates.find((candidate) => keyOf(candidate) === key))}
        >
          <ul className={styles.candidates}>
            {data.candidates.map((candidate) => (
              <li key={keyOf(candidate)}>
                <Radio value={keyOf(candidate)} label={<CandidateText of={candidate} />} />
              </li>
            ))}
          </ul>
        </Radio.Group>
      )}
      {data?.hasMore && (
        <p className={styles.remark}>There are more. Search for the tracking number to narrow it down.</p>
      )}
    </>
  )
}

function CandidateText({ of }: { readonly of: MatchCandidate }) {
  const { clientName, orderNumber, trackingNumber, carrier, despatchedAt, customer, postCode, weight } = of
  return (
    <>
      <Reference text={trackingNumber || orderNumber} />
      <span className={styles.about}>
        {trackingNumber ? `Order ${orderNumber}` : 'Order, not despatched'}, {clientName}
        {carrier && `, ${carrier}`}
        {despatchedAt && (
          <>
            , <DayText day={despatchedAt.slice(0, 10)} />
          </>
        )}
        {[customer, postCode, weight && `${Number(weight)} kg`].filter(Boolean).map((part) => `, ${part}`)}
      </span>
    </>
  )
}

function Expected({ row, chosen }: { readonly row: InvoiceParcel; readonly chosen: MatchCandidate }) {
  const { data, error, refetch } = useQuery(previewOf(row, chosen))
  if (error) return <TableProblem error={error} onRetry={() => void refetch()} isInline />
  if (!data) return <Skeleton height={24} aria-label="Calculating the expected cost" />
  const { verdict, expected, variance, currency, verdictText } = data
  return (
    <p className={styles.expected} role="status">
      <strong>{verdictLabel(verdict)}</strong>
      {expected !== null && (
        <>
          : <Amount amount={expected} currency={currency} /> expected,{' '}
          <Variance amount={variance} currency={currency} />
        </>
      )}
      {verdictText && `. ${verdictText}`}
    </p>
  )
}
