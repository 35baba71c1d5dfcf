import { Button, Skeleton, TextInput } from '@mantine/core'
import { MoneyField } from '../../kit/form/typed/number-fields.tsx'
import { ColumnHeads } from '../../kit/list/columns/column-heads.tsx'
import type { invoices } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { useDialogDraft } from '../../kit/form/use-dialog-draft.ts'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { Status } from '../../kit/list/columns/cells.tsx'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { rejectionOf } from '../disputes/dispute-queries.ts'
import { amountText, countText, sumText, VERDICT_MEANINGS, verdictLabel } from '../invoice-text.ts'
import styles from '../invoices.module.css'
import { decide, idsOf, type Target, targetText, whichText } from './decide.ts'

type RejectDialogProps = {
  readonly target: Target | undefined
  readonly onDone: () => void
  readonly onClose: () => void
}

/** The most common reasons; any other can be typed. */
const REASONS = [
  'Wrong weight or size',
  'Not the agreed price',
  'Surcharge not agreed',
  'Already billed',
  'Not our parcel',
  'Never despatched',
]
const MAX_REASON = 500
const OF = { invoice: 'invoices', detail: 'details', parcel: 'parcels' } as const
const ROWS = ['row', 'rows'] as const

/** Asks for a reason and shows what will be disputed, before rejecting. */
export function RejectDialog({ target, onDone, onClose }: RejectDialogProps) {
  const draft = useDialogDraft(`reject ${target && draftName(target)}`, target !== undefined, {
    reason: '',
    claimed: '',
  })
  const { reason, claimed } = draft.values
  const isOne = target?.kind === 'parcel' && target.rows.length === 1
  return (
    <ConfirmDialog
      opened={target !== undefined}
      title={`Reject ${whichText(target)}?`}
      confirmLabel={`Reject ${target ? targetText(target) : ''}`}
      size={600}
      whyNot={reason.trim() === '' ? 'Give a reason.' : undefined}
      draft={draft}
      onConfirm={async () =>
        target &&
        decide(target, 'Rejected', {
          reason: reason.trim(),
          ...(isOne && claimed.trim() && { claimed: claimed.trim() }),
        })
      }
      onDone={onDone}
      onClose={onClose}
    >
      {target && <Disputed target={target} />}
      <TextInput
        label="Reason"
        description="The carrier will see this"
        maxLength={MAX_REASON}
        data-autofocus
        autoComplete="off"
        value={reason}
        onChange={(event) => draft.set({ reason: event.currentTarget.value })}
      />
      <div className={styles.reasons} role="group" aria-label="Common reasons">
        {REASONS.map((usual) => (
          <Button key={usual} variant="default" size="compact-xs" onClick={() => draft.set({ reason: usual })}>
            {usual}
          </Button>
        ))}
      </div>
      {isOne && (
        <MoneyField
          mt="sm"
          maw={240}
          label="Dispute another amount"
          description="Net. Leave empty to dispute the amount above"
          currency={target.currency ?? ''}
          value={claimed}
          onChange={(amount) => draft.set({ claimed: amount })}
        />
      )}
    </ConfirmDialog>
  )
}

/** A single row has its own draft; selections of several rows share one. */
function draftName(target: Target): string {
  const [only, another] = idsOf(target)
  return `${target.kind} ${another === undefined ? only : 'several'}`
}

/** What rejecting would dispute; some rows may have nothing to dispute, or be in a dispute already. */
function Disputed({ target }: { readonly target: Target }) {
  const { data, error, refetch } = useQuery(rejectionOf(OF[target.kind], idsOf(target)))
  if (data) return <Claims found={data} />
  if (error) return <TableProblem error={error} onRetry={() => void refetch()} isInline />
  return <Skeleton height={80} aria-label="Calculating the disputed amount" />
}

/** '2 rows were not checked, so the whole price is disputed. …' */
function unjudgedText({ rows, wholeRows }: { readonly rows: number; readonly wholeRows: number }): string {
  const part = rows - wholeRows
  const texts = [
    wholeRows > 0 && `${countText(wholeRows, ['row was', 'rows were'])} not checked, so the whole price is disputed.`,
    part > 0 && `Only unchecked charges are disputed on ${countText(part, ROWS)}.`,
    'Check them before you reject.',
  ]
  return texts.filter((text) => text !== false).join(' ')
}

function Claims({
  found: { claims, unclaimed, disputed },
}: {
  readonly found: RouteAnswer<typeof invoices.rejection>
}) {
  const sums = [...Map.groupBy(claims, ({ currency }) => currency)].map(([currency, of]) =>
    amountText(sumText(of.map(({ claimed }) => claimed)), currency),
  )
  const unjudged = claims.filter(({ verdict, claimed }) => verdict === 'Not judged' && Number(claimed) > 0)
  const all = claims.reduce((sum, { rows }) => sum + rows, 0)
  return (
    <>
      <p>
        {all === 0 ? (
          'Nothing to dispute. Every row is already decided or disputed.'
        ) : unclaimed === all ? (
          'Nothing to dispute. No undecided row is overcharged.'
        ) : (
          <>
            This disputes <strong>{sums.join(' and ')}</strong> with the carrier. You can undo this until the dispute is
            sent.
          </>
        )}
      </p>
      {all > 0 && unclaimed < all && (
        <table className={styles.sums} aria-label="Disputed rows">
          <ColumnHeads texts={['Result']} figures={['Rows', 'Disputed']} figureClass={styles.number} />
          <tbody>
            {claims.map(({ currency, verdict, rows, claimed }) => (
              <tr key={`${currency} ${verdict}`}>
                <th scope="row">
                  <Status meaning={VERDICT_MEANINGS[verdict]}>{verdictLabel(verdict)}</Status>
                </th>
                <td className={styles.number}>{formatCount(rows)}</td>
                <td className={styles.number}>{amountText(claimed, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {unjudged.map((one) => (
        <p key={one.currency}>{unjudgedText(one)}</p>
      ))}
      {unclaimed > 0 && unclaimed < all && <p>Nothing to dispute on {countText(unclaimed, ROWS)} not overcharged.</p>}
      {disputed > 0 && <p>{countText(disputed, ROWS)} already in a dispute. No change.</p>}
    </>
  )
}
