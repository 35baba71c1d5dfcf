import { Skeleton } from '@mantine/core'
import type { ReturnRecord } from '@despatch/contract/returns/portal/announced-returns'
import { formatMoney } from '@despatch/domain/money/money'
import { EXCHANGES } from '@despatch/domain/returns/portal/exchange'
import { DESTINATION_TITLES, RESOLUTION_TITLES } from '@despatch/domain/returns/rules/return-rule-text'
import { useQuery } from '@tanstack/react-query'
import { InstantText, MomentText, Reference } from '../../kit/list/columns/cells.tsx'
import { PeekDrawer } from '../../kit/list/peek-drawer.tsx'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { ClaimLink } from '../../kit/navigation/claim-link.tsx'
import { OrderLink } from '../../kit/navigation/order-link.tsx'
import { DecidedLineView } from '../rules/try-order-drawer.tsx'
import returnsStyles from '../rules/returns.module.css'
import { RefundDue, ReturnStatus } from './portal-columns.tsx'
import { returnOf } from './portal-queries.ts'
import styles from './portal.module.css'
import { ReturnActions } from './return-actions.tsx'
import { ReturnPhotos } from './return-photos.tsx'
import { Apart, apartOf } from './return-pieces.tsx'

type ReturnDrawerProps = {
  /** '' if none is open. */
  readonly reference: string
  readonly onClose: () => void
}

/** One return: its items, states, actions, and the reasons of its decision. */
export function ReturnDrawer({ reference, onClose }: ReturnDrawerProps) {
  return (
    <PeekDrawer of={reference || undefined} size="xl" title={(name) => `Return ${name}`} onClose={onClose}>
      {(name) => <OneReturn key={name} reference={name} />}
    </PeekDrawer>
  )
}

function OneReturn({ reference }: { readonly reference: string }) {
  const { data, error, refetch } = useQuery(returnOf(reference))
  if (data) return <Shown record={data} />
  if (data === null) return <p>Return not found.</p>
  if (error) return <TableProblem error={error} onRetry={() => void refetch()} isInline />
  return <Skeleton height={320} aria-label="Loading the return" />
}

function Shown({ record }: { readonly record: ReturnRecord }) {
  const { currency, parcels, decision, details } = record
  const apart = apartOf(details, currency)
  return (
    <div className={styles.record}>
      <RecordFacts record={record} />
      <ReturnActions record={record} />
      <section aria-label="Items">
        <h2>Items</h2>
        <ul className={styles.items}>
          {details.map((line) => (
            <Item key={line.lineNumber} line={line} apart={apart.get(line.lineNumber)} />
          ))}
        </ul>
      </section>
      <ReturnPhotos
        clientCode={record.clientCode}
        reference={record.returnReference}
        items={new Map(record.details.map(({ lineNumber, SKU }) => [lineNumber, SKU]))}
      />
      {parcels.length > 0 && (
        <section aria-label="Return method">
          <h2>Return method</h2>
          <ul className={styles.items}>
            {parcels.map(({ lineNumbers, destination, option, shopperPays, label, isVoid }) => (
              <li key={lineNumbers.join()}>
                {option || 'No service available'}, to {DESTINATION_TITLES[destination].toLowerCase()}
                {Number(shopperPays) > 0 && `; the customer pays ${formatMoney(shopperPays, currency)}`}
                {label === null
                  ? isToBeSent(record, lineNumbers)
                    ? '. No labels left. Add labels on Returns Options: Routing Rules to email one'
                    : '; no label'
                  : label !== '' && `; label ${label}${isVoid ? ' (void: return cancelled)' : ''}`}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-label="History">
        <h2>History</h2>
        <ol className={styles.items}>
          {record.steps.map((step) => (
            <Step key={`${step.at} ${step.step} ${step.pieces}`} step={step} currency={currency} />
          ))}
        </ol>
      </section>
      <section aria-label="Decision">
        <h2>Decided by version {decision.bookVersion} of the returns rules</h2>
        <ul className={returnsStyles.list}>
          {decision.lines.map((line) => (
            <DecidedLineView key={line.lineNumber} line={line} currency={decision.currency} />
          ))}
        </ul>
      </section>
    </div>
  )
}

const isToBeSent = ({ details }: ReturnRecord, lineNumbers: readonly number[]) =>
  details.some(({ lineNumber, announced }) => lineNumbers.includes(lineNumber) && announced > 0)

function RecordFacts({ record }: { readonly record: ReturnRecord }) {
  const { channel, by, customerName, email, fee, currency, exchangeOrder, exchange, reviewReason, reviewedBy } = record
  const facts: (readonly [name: string, value: React.ReactNode])[] = [
    ['Status', <ReturnStatus key="status" of={record} />],
    [
      'Order',
      <Reference key="order" text={record.orderNumber}>
        <OrderLink order={record} />
      </Reference>,
    ],
    ['Customer', [customerName, email].filter(Boolean).join(', ')],
    ['Announced', <InstantText key="announced" at={record.announcedAt} />],
    ['By', channel === 'staff' ? by : 'The customer'],
    ['Refund due', record.refundDueOn === null ? '' : <RefundDue key="due" of={record} />],
    ['Fee', Number(fee) > 0 ? formatMoney(fee, currency) : ''],
    ['Review', reviewReason && [reviewReason, reviewedBy].filter(Boolean).join(' – ')],
    [
      'Damaged by the carrier?',
      record.details.some(({ reason }) => /damag|broken/i.test(reason)) ? (
        <ClaimLink key="claim" reference={record.orderNumber} clientCode={record.clientCode} />
      ) : (
        ''
      ),
    ],
    [
      'Replaced by',
      exchangeOrder && (
        <span key="exchange">
          Order <OrderLink order={{ ...record, orderNumber: exchangeOrder }} />: {EXCHANGES[exchange].toLowerCase()}
        </span>
      ),
    ],
  ]
  return (
    <dl className={styles.facts}>
      {facts.flatMap(([name, value]) =>
        value === ''
          ? []
          : [
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>,
            ],
      )}
    </dl>
  )
}

type ItemProps = { readonly line: ReturnRecord['details'][number]; readonly apart: string | undefined }

function Item({ line, apart }: ItemProps) {
  const became = line.pieces.map(({ title, quantity }) => `${quantity} ${title.toLowerCase()}`).join(', ')
  return (
    <li>
      <strong>
        {line.quantity} × {line.SKU}
      </strong>{' '}
      {line.Item_Description}
      <Apart text={apart} />
      <div>
        {line.reason}, {RESOLUTION_TITLES[line.resolution].toLowerCase()}: {became}.
      </div>
      {line.comment && <q>{line.comment}</q>}
    </li>
  )
}

function Step({ step, currency }: { readonly step: ReturnRecord['steps'][number]; readonly currency: string }) {
  const { at, title, by, reason, pieces, amount, deduction, mailedAt } = step
  return (
    <li>
      <MomentText at={at} /> {title}
      {pieces > 0 && `, ${pieces} ${pieces === 1 ? 'unit' : 'units'}`}
      {amount !== null && `, ${formatMoney(amount, currency)}`}
      {deduction !== null && Number(deduction) > 0 && ` (${formatMoney(deduction, currency)} deducted)`}
      {by && `, by ${by}`}
      {reason && `: ${reason}`}
      {mailedAt !== null && ' – customer told by email'}
    </li>
  )
}
