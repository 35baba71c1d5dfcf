import { Button, Textarea } from '@mantine/core'
import type { ClaimHistoryEvent } from '@despatch/contract/claims/claim'
import { claims } from '@despatch/contract/claims/claims'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { CAUSE_LABELS } from '@despatch/domain/claims/claim'
import { daysBetween } from '@despatch/domain/calendar/day'
import { formatMoney } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { operatorToday } from '../kit/browser/clock.ts'
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
import { CLAIM_MEANINGS, claimedText, claimStateLabel, daysLeftText, goodsText, SOON_DAYS } from './claim-text.ts'
import { HistorySection } from '../kit/record/history-section.tsx'
import { PeekHead } from '../kit/record/peek-head.tsx'
import { RecordBanner } from '../kit/record/record-banner.tsx'
import { RecordPeek } from '../kit/record/record-peek.tsx'
import { RecordSection } from '../kit/record/record-section.tsx'
import parts from '../kit/record/record-parts.module.css'
import { packOf } from './pack-button.tsx'
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
    <>
      <PeekHead
        status={<Status meaning={CLAIM_MEANINGS[claim.state]}>{claimStateLabel(claim.state)}</Status>}
        actions={<ClaimActions claims={[claim]} more={packOf(claim.submission)} onDone={nothing} />}
        banner={<ClaimBanner claim={claim} history={history} />}
        facts={{
          Claim: <Reference text={claim.number} />,
          Cause: CAUSE_LABELS[claim.cause],
          Claimed: claimedText(claim),
          'Claim by': <DayText day={claim.deadline} />,
          Parcel: <Reference text={claim.trackingNumber} />,
          Order: <OrderLink order={claim} />,
          Carrier: [claim.carrierName, claim.carrierService].filter(Boolean).join(', '),
          'Carrier’s reference': claim.carrierReference,
          Goods: goodsText(claim),
          Carriage: amount(claim.carriage),
          Accepted: amount(claim.accepted),
          Paid: amount(claim.paid),
          Despatched: <DayText day={claim.despatchedOn} />,
          'Send to': [office.email, office.address, office.form].filter(Boolean).join(', '),
        }}
      />
      <ClaimFiles claimID={claim.claimID} files={files} evidence={evidence} />
      <HistorySection history={history} textOf={(event) => eventText(event, currency)} />
      <MessageForm claimID={claim.claimID} />
    </>
  )
}

/** The claim was refused, or its deadline is near or missed. */
function ClaimBanner({ claim, history }: Pick<Answer, 'claim' | 'history'>) {
  if (claim.state === 'refused') {
    const why = history.findLast(({ what }) => what === 'refused')?.text
    return (
      <RecordBanner meaning="bad" title="Refused by the carrier">
        {why && <p>{why}</p>}
      </RecordBanner>
    )
  }
  const left = daysBetween(operatorToday(), claim.deadline)
  if (claim.state !== 'prepared' || left >= SOON_DAYS) return null
  return (
    <RecordBanner meaning={left < 0 ? 'bad' : 'attention'} title={`Not sent yet: ${daysLeftText(left)}`}>
      <p>
        {left < 0 ? 'The carrier may refuse it. Withdraw it, or send it all the same.' : 'Send the carrier its pack.'}
      </p>
    </RecordBanner>
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
    <RecordSection title="Notes">
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
          mt="xs"
          size="xs"
          variant="default"
          disabled={mayNot !== undefined || text.trim() === ''}
          title={mayNot}
          onClick={keep}
        >
          Save note
        </Button>
      </div>
    </RecordSection>
  )
}
