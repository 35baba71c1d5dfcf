import { Button, Textarea } from '@mantine/core'
import type { ClaimHistoryEvent } from '@despatch/contract/claims/claim'
import { claims } from '@despatch/contract/claims/claims'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { CAUSE_LABELS } from '@despatch/domain/claims/claim'
import { formatMoney } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { Fact, Facts } from '../invoices/facts.tsx'
import { restoredText } from '../kit/form/form-shell.tsx'
import { savedBeforeText } from '../kit/form/idempotency.ts'
import { useDialogDraft } from '../kit/form/use-dialog-draft.ts'
import { DayText, Reference, Status } from '../kit/list/columns/cells.tsx'
import { PeekDrawer } from '../kit/list/peek-drawer.tsx'
import { useOneAtATime } from '../kit/list/use-one-at-a-time.ts'
import { OrderLink } from '../kit/navigation/order-link.tsx'
import { notify } from '../kit/notify/notify.ts'
import { messageOf } from '../kit/server/api-error.ts'
import { call } from '../kit/server/call.ts'
import { ClaimActions } from './claim-actions.tsx'
import { ClaimFiles } from './evidence/claim-files.tsx'
import { claimOf, claimsChanged } from './claim-queries.ts'
import { CLAIM_MEANINGS, claimedText, claimStateLabel, goodsText } from './claim-text.ts'
import { Deadline } from './deadline.tsx'
import { HistorySection } from '../kit/record/history-section.tsx'
import { RecordPeek } from '../kit/record/record-peek.tsx'
import parts from '../kit/record/record-parts.module.css'
import { PackButton } from './pack-button.tsx'
import { usePrepareDisabledReason } from './use-claim-rights.ts'

type ClaimDrawerProps = {
  /** '' while none is open. */
  readonly claimID: string
  readonly onClose: () => void
}

/** One claim: its amount and cause, the required evidence, and its history. */
export function ClaimDrawer({ claimID, onClose }: ClaimDrawerProps) {
  return (
    <PeekDrawer of={claimID || undefined} size="xl" title={() => 'Claim'} onClose={onClose}>
      {(id) => <OneClaim key={id} claimID={id} />}
    </PeekDrawer>
  )
}

function OneClaim({ claimID }: { readonly claimID: string }) {
  const query = useQuery(claimOf(claimID))
  return (
    <RecordPeek query={query} noun="claim" goneText="Claim not found, or you don’t have access to it.">
      {(answer) => <Shown answer={answer} />}
    </RecordPeek>
  )
}

type Answer = RouteAnswer<typeof claims.claim>

function Shown({ answer: { claim, history, evidence, files, office } }: { readonly answer: Answer }) {
  const { currency } = claim
  const amount = (text: string | null | undefined) => text && formatMoney(text, currency)
  return (
    <div className={parts.record}>
      <Facts>
        <Fact name="Claim">
          <Reference text={claim.number} />
        </Fact>
        <Fact name="Status">
          <Status meaning={CLAIM_MEANINGS[claim.state]}>{claimStateLabel(claim.state)}</Status>
        </Fact>
        <Fact name="Cause">{CAUSE_LABELS[claim.cause]}</Fact>
        <Fact name="Claimed">{claimedText(claim)}</Fact>
        <Fact name="Goods">{goodsText(claim)}</Fact>
        <Fact name="Carriage">{amount(claim.carriage)}</Fact>
        <Fact name="Accepted">{amount(claim.accepted)}</Fact>
        <Fact name="Paid">{amount(claim.paid)}</Fact>
        <Fact name="Claim by">
          <Deadline day={claim.deadline} isOpen={claim.state === 'prepared'} />
        </Fact>
        <Fact name="Carrier">{[claim.carrierName, claim.carrierService].filter(Boolean).join(', ')}</Fact>
        <Fact name="Carrier’s reference">{claim.carrierReference}</Fact>
        <Fact name="Parcel">
          <Reference text={claim.trackingNumber} />
        </Fact>
        <Fact name="Order">
          <OrderLink order={claim} />
        </Fact>
        <Fact name="Despatched">
          <DayText day={claim.despatchedOn} />
        </Fact>
        <Fact name="Send to">{[office.email, office.address, office.form].filter(Boolean).join(', ')}</Fact>
      </Facts>
      <div className={parts.actions}>
        <PackButton submission={claim.submission} />
        <ClaimActions claims={[claim]} onDone={nothing} />
      </div>
      <ClaimFiles claimID={claim.claimID} files={files} evidence={evidence} />
      <HistorySection history={history} textOf={(event) => eventText(event, currency)} />
      <MessageForm claimID={claim.claimID} />
    </div>
  )
}

const nothing = () => undefined

function eventText({ what, text, amount }: ClaimHistoryEvent, currency: string): string {
  const sum = amount ? ` ${formatMoney(amount, currency)}` : ''
  switch (what) {
    case 'message':
      return text
    case 'arrived':
      return 'stopped because the parcel arrived'
    case 'credited':
      return `credited${sum} on invoice ${text}`
    case 'credit taken back':
      return `credit of${sum} removed because invoice ${text} was deleted`
    case 'evidence added':
    case 'evidence removed':
      return `${what}: ${text}`
    case 'prepared':
      return `prepared${sum && ` for${sum}`}`
    case 'sent':
    case 'acknowledged':
    case 'accepted':
    case 'partly accepted':
    case 'refused':
    case 'appealed':
    case 'paid':
    case 'withdrawn':
      return `${what}${sum}${text && `: ${text}`}`
  }
}

function MessageForm({ claimID }: { readonly claimID: string }) {
  const mayNot = usePrepareDisabledReason()
  const draft = useDialogDraft(`claim-message ${claimID}`, true, { text: '' })
  const { text } = draft.values
  const keep = useOneAtATime(() =>
    call(
      claims.message,
      { params: { claimID }, body: { text: text.trim() } },
      { idempotencyKey: draft.markSent() },
    ).then(
      () => {
        draft.markSaved()
        void claimsChanged()
      },
      (error: unknown) => {
        draft.markFailed(error)
        notify.danger(savedBeforeText(error) ?? messageOf(error))
      },
    ),
  )
  return (
    <section className={parts.record} aria-label="Message">
      {draft.isRestored && <p role="status">{restoredText(draft.wasSent)}</p>}
      <Textarea
        label="Add note"
        description="Log your messages with the carrier. Nothing is sent."
        rows={3}
        maxLength={1000}
        disabled={mayNot !== undefined}
        value={text}
        onChange={(event) => draft.set({ text: event.currentTarget.value })}
      />
      <div className={parts.actions}>
        <Button
          size="xs"
          variant="default"
          disabled={mayNot !== undefined || text.trim() === ''}
          title={mayNot}
          onClick={keep}
        >
          Save note
        </Button>
      </div>
    </section>
  )
}
