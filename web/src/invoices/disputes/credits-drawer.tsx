import { Button, Drawer, Select, Skeleton, TextInput } from '@mantine/core'
import type { Credit } from '@despatch/contract/invoices/credits'
import { invoices } from '@despatch/contract/invoices/invoices'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { focusUnreadableNumber, MoneyField } from '../../kit/form/typed/number-fields.tsx'
import { useDialogDraft } from '../../kit/form/use-dialog-draft.ts'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { useOneAtATime } from '../../kit/list/use-one-at-a-time.ts'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { notify } from '../../kit/notify/notify.ts'
import { messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { invoiceAddress } from '../addresses.ts'
import { invoicesChanged } from '../invoice-queries.ts'
import { amountText } from '../invoice-text.ts'
import { useDecideDisabledReason } from '../use-invoice-rights.ts'
import { creditsNow, fetchDisputes, placedCreditsNow } from './dispute-queries.ts'
import parts from '../../kit/record/record-parts.module.css'
import styles from './disputes.module.css'

type CreditsDrawerProps = { readonly opened: boolean; readonly onClose: () => void }

/** Credits that no dispute claimed, to assign them: lump sums and surplus; and assigned ones, to take that back. */
export function CreditsDrawer({ opened, onClose }: CreditsDrawerProps) {
  return (
    <Drawer opened={opened} onClose={onClose} position="right" size="lg" title="Unallocated credits">
      {opened && <Credits />}
    </Drawer>
  )
}

function Credits() {
  const { data, error, refetch } = useQuery(creditsNow)
  if (!data && error) return <TableProblem error={error} onRetry={() => void refetch()} isInline />
  if (!data) return <Skeleton height={200} aria-label="Loading the credits" />
  if (data.rows.length === 0)
    return (
      <>
        <p>
          There are no unallocated credits. A credit is matched to its dispute by parcel and charge when its invoice is
          imported.
        </p>
        <PlacedCredits />
      </>
    )
  return (
    <>
      <p className={parts.remark}>
        {data.rows.length < data.total && `Newest ${data.rows.length} of ${data.total}. `}
        Choose the dispute each credit settles, or explain it.
      </p>
      {data.rows.map((credit) => (
        <PlaceCredit key={`${credit.creditID} ${credit.version}`} credit={credit} />
      ))}
      <PlacedCredits />
    </>
  )
}

/** Assigned credits, which can be taken back. */
function PlacedCredits() {
  const { data = [] } = useQuery(placedCreditsNow)
  if (data.length === 0) return undefined
  return (
    <section aria-label="Allocated by hand">
      <h2>Allocated by hand</h2>
      <ul className={parts.plain}>
        {data.map((credit) => (
          <li key={`${credit.creditID} ${credit.version}`}>
            <PlacedCredit credit={credit} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function PlacedCredit({ credit }: { readonly credit: Credit }) {
  const { creditID, version, amount, settled, currency, carrierName, invoiceNumber, summaryID, explanation } = credit
  const whyNot = useDecideDisabledReason()
  const takeBack = useOneAtATime(() =>
    call(invoices.takeBackCredit, { body: { creditID, version } })
      .then(
        ({ message }) => notify.success(message),
        (error: unknown) => notify.danger(messageOf(error)),
      )
      .finally(() => void invoicesChanged()),
  )
  return (
    <>
      {amountText(amount, currency)} from {carrierName} on{' '}
      <ScreenLink to={invoiceAddress({ summaryID })}>invoice {invoiceNumber}</ScreenLink>
      {Number(settled) > 0 && `, ${amountText(settled, currency)} allocated to disputes`}
      {explanation && `: ${explanation}`}{' '}
      <Button
        size="compact-xs"
        variant="subtle"
        aria-label={`Remove ${amountText(amount, currency)} on invoice ${invoiceNumber}`}
        disabled={whyNot !== undefined}
        title={whyNot}
        onClick={takeBack}
      >
        Remove
      </Button>
    </>
  )
}

function PlaceCredit({ credit }: { readonly credit: Credit }) {
  const { creditID, version, currency, left, carrierCode } = credit
  const whyNot = useDecideDisabledReason()
  const draft = useDialogDraft(`credit ${creditID}`, true, { disputeID: '', amount: left, explanation: '' }, version)
  const { disputeID, amount, explanation } = draft.values
  const section = useRef<HTMLElement>(null)
  const { data } = useQuery({
    queryKey: ['invoices', 'disputes', 'open', carrierCode],
    queryFn: ({ signal }) =>
      fetchDisputes({ carrier: carrierCode, state: 'unsettled', sort: 'open', desc: 'true' }, 1, 200, signal).then(
        ({ rows }) => rows,
      ),
  })
  const disputes = (data ?? []).filter((one) => one.currency === currency && Number(one.open) > 0)
  const save = useOneAtATime(() =>
    call(invoices.settleCredit, {
      body: {
        creditID,
        version: draft.seen,
        disputes: disputeID ? [{ disputeID, amount: amount.trim() }] : [],
        explanation: explanation.trim(),
      },
    })
      .then(
        ({ message }) => {
          draft.markSaved()
          notify.success(message)
        },
        (error: unknown) => {
          draft.markFailed(error)
          notify.danger(messageOf(error))
        },
      )
      .finally(() => void invoicesChanged()),
  )
  function choose(id: string | null) {
    const open = disputes.find((one) => one.disputeID === id)?.open
    draft.set({
      disputeID: id ?? '',
      ...(open !== undefined && { amount: Number(open) < Number(left) ? open : left }),
    })
  }
  const isReady = disputeID !== '' || explanation.trim() !== ''
  const name = `${amountText(left, currency)} from ${credit.carrierName}`
  return (
    <section ref={section} aria-label={name}>
      <strong>{name}</strong>, {credit.isLumpSum ? 'lump sum' : credit.trackingNumber || credit.consignmentNumber} on{' '}
      <ScreenLink to={invoiceAddress({ summaryID: credit.summaryID })}>invoice {credit.invoiceNumber}</ScreenLink>
      {credit.text && `: ${credit.text}`}
      <div className={styles.settle}>
        <Select
          label="Settles dispute"
          placeholder="None"
          clearable
          data={disputes.map((one) => ({
            value: one.disputeID,
            label: `${one.number}, ${amountText(one.open, currency)} open`,
          }))}
          value={disputeID || null}
          onChange={choose}
        />
        <MoneyField
          label="Amount"
          currency={currency}
          disabled={disputeID === ''}
          value={amount}
          onChange={(sum) => draft.set({ amount: sum })}
        />
        <TextInput
          label="Reason for the rest"
          maxLength={500}
          value={explanation}
          onChange={(event) => draft.set({ explanation: event.currentTarget.value })}
        />
        <Button
          disabled={whyNot !== undefined || !isReady}
          title={whyNot}
          onClick={() => focusUnreadableNumber(section.current) || save()}
        >
          Save
        </Button>
      </div>
    </section>
  )
}
