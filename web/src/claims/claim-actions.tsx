import { TextInput } from '@mantine/core'
import type { Claim } from '@despatch/contract/claims/claim'
import { claims } from '@despatch/contract/claims/claims'
import { canDoToClaim, CLAIM_ACT_CODES, type ClaimAct, CLIENT_ACTS, NEEDS_REASON } from '@despatch/domain/claims/claim'
import { useState } from 'react'
import { MoneyField } from '../kit/form/typed/number-fields.tsx'
import { useDialogDraft } from '../kit/form/use-dialog-draft.ts'
import { ConfirmDialog } from '../kit/list/confirm-dialog.tsx'
import { notifyReceipts } from '../kit/notify/notify-receipts.ts'
import { type RecordAction, RecordActions } from '../kit/record/record-actions.tsx'
import { call } from '../kit/server/call.ts'
import { claimsChanged } from './claim-queries.ts'
import parts from '../kit/record/record-parts.module.css'
import { useIsOperator, usePrepareDisabledReason } from './use-claim-rights.ts'

type ClaimActionsProps = { readonly claims: readonly Claim[]; readonly onDone: () => void }

const LABELS: Readonly<Record<ClaimAct, string>> = {
  send: 'Mark as sent',
  acknowledge: 'Mark as acknowledged',
  accept: 'Mark as accepted…',
  refuse: 'Mark as refused…',
  appeal: 'Send again…',
  pay: 'Mark as paid…',
  withdraw: 'Withdraw…',
}
const ACTS_WITH_DIALOG: readonly ClaimAct[] = ['accept', 'refuse', 'appeal', 'pay', 'withdraw']
const WITH_AMOUNT: readonly ClaimAct[] = ['accept', 'pay']
/** The usual next steps of a claim, in their order: the first that is allowed is the primary action. */
const NEXT_STEPS: readonly ClaimAct[] = ['send', 'acknowledge', 'accept', 'pay', 'appeal']

type SeenClaim = Pick<Claim, 'claimID' | 'version'>
const seenOf = ({ claimID, version }: SeenClaim): SeenClaim => ({ claimID, version })

type Entered = { readonly reason?: string; readonly amount?: string; readonly carrierReference?: string }

/**
 * Acts on those claims that allow it, and shows what happened with the rest. Throws an ApiError if nothing was done.
 */
async function actOnClaims(act: ClaimAct, on: readonly SeenClaim[], entered: Entered = {}): Promise<void> {
  const body = {
    claims: on.map(seenOf),
    ...Object.fromEntries(Object.entries(entered).filter(([, text]) => text !== '')),
  }
  try {
    notifyReceipts(await call(claims.act, { params: { act }, body }))
  } finally {
    void claimsChanged()
  }
}

/** The acts that the selected claims, or the open one, allow. `more`: what else can be done with the open one. */
export function ClaimActions({
  claims: on,
  more,
  onDone,
}: ClaimActionsProps & { readonly more?: RecordAction | undefined }) {
  const whyNot = usePrepareDisabledReason()
  const isOperator = useIsOperator()
  const [openAct, setOpenAct] = useState<ClaimAct>()
  const acts = CLAIM_ACT_CODES.filter(
    (act) => (isOperator || CLIENT_ACTS.includes(act)) && on.some(({ state }) => canDoToClaim(act, state)),
  )
  const next = NEXT_STEPS.find((act) => acts.includes(act))
  const action = (act: ClaimAct): RecordAction => ({
    label: LABELS[act],
    whyNot,
    onAct: () => (ACTS_WITH_DIALOG.includes(act) ? setOpenAct(act) : actOnClaims(act, on).then(onDone)),
    isDangerous: act === 'withdraw',
  })
  return (
    <>
      <RecordActions
        label="Claim actions"
        primary={next && action(next)}
        others={[...acts.filter((act) => act !== next).map(action), more]}
      />
      <AskDialog key={openAct} act={openAct} claims={on} onDone={onDone} onClose={() => setOpenAct(undefined)} />
    </>
  )
}

type AskDialogProps = ClaimActionsProps & { readonly act: ClaimAct | undefined; readonly onClose: () => void }

/** Asks for the carrier's answer: amount, reason and reference. */
function AskDialog({ act, claims: on, onDone, onClose }: AskDialogProps) {
  const [first, another] = on
  // The draft's name contains the claims, so that it only applies to those.
  const name = `claims-${act} ${on
    .map(({ claimID }) => claimID)
    .toSorted()
    .join(' ')}`
  const nothing = { reason: '', amount: '', carrierReference: '' }
  const draft = useDialogDraft(name, act !== undefined, nothing, on.map(seenOf))
  const { values: entered, set } = draft
  const needsReason = act !== undefined && NEEDS_REASON.includes(act)
  const label = act === undefined ? '' : LABELS[act].replace('…', '')
  return (
    <ConfirmDialog
      opened={act !== undefined}
      title={`${label}: ${first && !another ? `claim ${first.number}` : `${on.length} claims`}`}
      confirmLabel={label}
      whyNot={needsReason && entered.reason.trim() === '' ? 'Give a reason.' : undefined}
      draft={draft}
      onConfirm={async () => act && actOnClaims(act, draft.seen, entered)}
      onDone={onDone}
      onClose={onClose}
    >
      <div className={parts.record}>
        {act !== undefined && WITH_AMOUNT.includes(act) && first && !another && (
          <MoneyField
            label="Amount"
            description={`Leave empty for the full claim, ${first.amount ?? first.goods} ${first.currency}`}
            currency={first.currency}
            value={entered.amount}
            onChange={(amount) => set({ amount })}
          />
        )}
        {act !== 'withdraw' && (
          <TextInput
            label="Carrier’s reference"
            maxLength={100}
            autoComplete="off"
            value={entered.carrierReference}
            onChange={(event) => set({ carrierReference: event.currentTarget.value })}
          />
        )}
        <TextInput
          label={needsReason ? 'Reason' : 'Remark'}
          maxLength={500}
          data-autofocus
          autoComplete="off"
          value={entered.reason}
          onChange={(event) => set({ reason: event.currentTarget.value })}
        />
      </div>
    </ConfirmDialog>
  )
}
