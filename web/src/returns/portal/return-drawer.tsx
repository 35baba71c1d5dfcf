import type { ReturnRecord } from '@despatch/contract/returns/portal/announced-returns'
import { formatMoney } from '@despatch/domain/money/money'
import { EXCHANGES } from '@despatch/domain/returns/portal/exchange'
import { DESTINATION_TITLES, RESOLUTION_TITLES } from '@despatch/domain/returns/rules/return-rule-text'
import { useQuery } from '@tanstack/react-query'
import { DayText, InstantText, MomentText, Reference } from '../../kit/list/columns/cells.tsx'
import { PeekDrawer } from '../../kit/list/peek-drawer.tsx'
import { ClaimLink } from '../../kit/navigation/claim-link.tsx'
import { entryOf } from '../../kit/navigation/menu-keys.ts'
import { OrderLink } from '../../kit/navigation/order-link.tsx'
import { ScreenButton } from '../../kit/navigation/screen-link.tsx'
import { PeekHead } from '../../kit/record/peek-head.tsx'
import { RecordBanner } from '../../kit/record/record-banner.tsx'
import type { FactsByName } from '../../kit/record/record-facts.tsx'
import { RecordPeek } from '../../kit/record/record-peek.tsx'
import { RecordSection } from '../../kit/record/record-section.tsx'
import { useCanOpen } from '../../kit/session/use-rights.ts'
import { DecidedLineView } from '../rules/try-order-drawer.tsx'
import returnsStyles from '../rules/returns.module.css'
import { RefundDue, ReturnStatus } from './portal-columns.tsx'
import { returnOf } from './portal-queries.ts'
import styles from './portal.module.css'
import { ReturnActions } from './return-actions.tsx'
import { ReturnPhotos } from './return-photos.tsx'
import { Apart, apartOf } from './return-pieces.tsx'

/** The screen of labels. */
const OPTIONS = 'returnsPortalControl.returnsOptionsRoutingRules'

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
  const query = useQuery(returnOf(reference))
  return (
    <RecordPeek query={query} noun="return" goneText="Return not found.">
      {(record) => <Shown record={record} />}
    </RecordPeek>
  )
}

function Shown({ record }: { readonly record: ReturnRecord }) {
  const { currency, parcels, decision, details } = record
  const apart = apartOf(details, currency)
  return (
    <>
      <PeekHead
        status={<ReturnStatus of={record} />}
        actions={<ReturnActions record={record} />}
        banner={<ReturnBanner record={record} />}
        facts={factsOf(record)}
      />
      <RecordSection title="Items">
        <ul className={styles.items}>
          {details.map((line) => (
            <Item key={line.lineNumber} line={line} apart={apart.get(line.lineNumber)} />
          ))}
        </ul>
      </RecordSection>
      <ReturnPhotos
        clientCode={record.clientCode}
        reference={record.returnReference}
        items={new Map(record.details.map(({ lineNumber, SKU }) => [lineNumber, SKU]))}
      />
      <RecordSection title="Return method" empty={parcels.length === 0 ? 'None yet.' : undefined}>
        <ul className={styles.items}>
          {parcels.map(({ lineNumbers, destination, option, shopperPays, label, isVoid }) => (
            <li key={lineNumbers.join()}>
              {option || 'No service available'}, to {DESTINATION_TITLES[destination].toLowerCase()}
              {Number(shopperPays) > 0 && `; the customer pays ${formatMoney(shopperPays, currency)}`}
              {label === null
                ? '; no label'
                : label !== '' && `; label ${label}${isVoid ? ' (void: return cancelled)' : ''}`}
            </li>
          ))}
        </ul>
      </RecordSection>
      <RecordSection title="History">
        <ol className={styles.items}>
          {record.steps.map((step) => (
            <Step key={`${step.at} ${step.step} ${step.pieces}`} step={step} currency={currency} />
          ))}
        </ol>
      </RecordSection>
      <RecordSection title="Decision" beside={`Version ${decision.bookVersion} of the returns rules`}>
        <ul className={returnsStyles.list}>
          {decision.lines.map((line) => (
            <DecidedLineView key={line.lineNumber} line={line} currency={decision.currency} />
          ))}
        </ul>
      </RecordSection>
    </>
  )
}

/** What is wrong with a return: it waits for a review, its refund is overdue, or it has no label to send. */
function ReturnBanner({ record }: { readonly record: ReturnRecord }) {
  const opensOptions = useCanOpen(OPTIONS)
  if (record.review === 'waiting')
    return (
      <RecordBanner meaning="attention" title="Needs review">
        {record.decision.lines
          .filter(({ answer }) => answer === 'review')
          .map(({ lineNumber, SKU, sentence }) => (
            <p key={lineNumber}>
              {SKU}: {sentence}
            </p>
          ))}
      </RecordBanner>
    )
  if (record.isOverdue && record.refundDueOn !== null)
    return (
      <RecordBanner meaning="bad" title="Refund overdue">
        <p>
          It was due on <DayText day={record.refundDueOn} />.
        </p>
      </RecordBanner>
    )
  if (!record.parcels.some(({ label, lineNumbers }) => label === null && isToBeSent(record, lineNumbers))) return null
  return (
    <RecordBanner
      meaning="attention"
      title="No labels left"
      actions={
        opensOptions && (
          <ScreenButton to={entryOf(OPTIONS).path} size="xs" variant="default">
            Add labels
          </ScreenButton>
        )
      }
    >
      <p>The customer gets the label by email once there are new ones.</p>
    </RecordBanner>
  )
}

const isToBeSent = ({ details }: ReturnRecord, lineNumbers: readonly number[]) =>
  details.some(({ lineNumber, announced }) => lineNumbers.includes(lineNumber) && announced > 0)

function factsOf(record: ReturnRecord): FactsByName {
  const { channel, by, customerName, email, fee, currency, exchangeOrder, exchange, reviewReason, reviewedBy } = record
  return {
    Order: (
      <Reference text={record.orderNumber}>
        <OrderLink order={record} />
      </Reference>
    ),
    Customer: [customerName, email].filter(Boolean).join(', '),
    Announced: <InstantText at={record.announcedAt} />,
    By: channel === 'staff' ? by : 'The customer',
    'Refund due': record.refundDueOn !== null && <RefundDue of={record} />,
    Fee: Number(fee) > 0 && formatMoney(fee, currency),
    Client: record.clientCode,
    Review: record.review !== 'waiting' && [reviewReason, reviewedBy].filter(Boolean).join(' – '),
    'Damaged by the carrier?': record.details.some(({ reason }) => /damag|broken/i.test(reason)) && (
      <ClaimLink reference={record.orderNumber} clientCode={record.clientCode} />
    ),
    'Replaced by': exchangeOrder && (
      <>
        Order <OrderLink order={{ ...record, orderNumber: exchangeOrder }} />: {EXCHANGES[exchange].toLowerCase()}
      </>
    ),
  }
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
