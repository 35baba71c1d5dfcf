import { useCurrency } from '../../kit/session/use-currency.ts'
import { Alert, Textarea } from '@mantine/core'
import { type Day, formatDayShort } from '@despatch/domain/calendar/day'
import { formatCount } from '@despatch/domain/money/money'
import type { Pricing, PricingMethod } from '@despatch/domain/routing/prices/costing'
import {
  type PriceBrakes,
  priceBrakes,
  priceLabel,
  priceWarningText,
  shareText,
  stretchText,
} from '@despatch/domain/routing/prices/price-brakes'
import type { PriceChange } from '@despatch/domain/routing/prices/compared-prices'
import { useState } from 'react'
import { useDialogDraft } from '../../kit/form/use-dialog-draft.ts'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import fileStyles from '../../kit/form/file.module.css'
import { operatorToday } from '../../kit/browser/clock.ts'

/** So many changes are listed; of more, how many there are. */
const MAX_LISTED = 50

type Asked = {
  readonly brakes: PriceBrakes
  /** Told the note; undefined where the prices are not to be saved. */
  readonly answer: (note: string | undefined) => void
}

/**
 * Asks before prices are saved that change what is in force, from a day on where one is given: `look` gives the note that goes with them, and throws an
 * AbortError where they are not to be saved. Where nothing changes it does not ask.
 */
export function usePriceBrakes() {
  const [asked, setAsked] = useState<Asked>()
  async function look(before: Pricing, after: Pricing, holdsFrom?: Day): Promise<string> {
    const brakes = priceBrakes(before, after, { today: operatorToday(), holdsFrom })
    if (brakes.changes.length === 0 && brakes.warnings.length === 0) return ''
    const note = await new Promise<string | undefined>((answer) => setAsked({ brakes, answer }))
    if (note === undefined) throw new DOMException('The prices are not saved', 'AbortError')
    return note
  }
  const dialog = (
    <PriceBrakesDialog
      asked={asked}
      onClose={() => {
        asked?.answer(undefined)
        setAsked(undefined)
      }}
    />
  )
  return { look, dialog }
}

function PriceBrakesDialog({ asked, onClose }: { asked: Asked | undefined; onClose: () => void }) {
  const draft = useDialogDraft('price-note', asked !== undefined, { note: '' })
  const { note } = draft.values
  const hasWarnings = (asked?.brakes.warnings.length ?? 0) > 0
  return (
    <ConfirmDialog
      opened={asked !== undefined}
      title="Save these prices?"
      confirmLabel={hasWarnings ? 'Save them all the same' : 'Save the prices'}
      keepLabel="Go on editing"
      size={720}
      isDangerous={hasWarnings}
      whyNot={hasWarnings && note.trim() === '' ? 'Say in the note why this is right.' : undefined}
      onConfirm={() => {
        asked?.answer(note.trim())
        draft.forget()
        return Promise.resolve()
      }}
      onClose={onClose}
    >
      {asked && <Shown {...asked} />}
      <Textarea
        mt="sm"
        label="Note"
        description="Kept with this version of the rule book"
        maxLength={500}
        rows={2}
        required={hasWarnings}
        value={note}
        onChange={(event) => draft.set({ note: event.currentTarget.value })}
      />
    </ConfirmDialog>
  )
}

function Shown({ brakes: { changes, warnings, method, isOtherUnit } }: Omit<Asked, 'answer'>) {
  const currency = useCurrency()
  const more = changes.length - MAX_LISTED
  return (
    <>
      {warnings.length > 0 && (
        <Alert color="attention" variant="light" title="Look at these first" role="alert">
          <ul>
            {warnings.map((warning) => (
              <li key={warning.kind}>{priceWarningText(method, warning, currency)}</li>
            ))}
          </ul>
        </Alert>
      )}
      {isOtherUnit && (
        <p>The prices in force count in another unit. Both are compared for parcels of the same weight.</p>
      )}
      {changes.length > 0 && (
        <table className={fileStyles.table} aria-label="What changes against the prices in force">
          <thead>
            <tr>
              <th scope="col">From</th>
              <th scope="col">{method === 'By Weight Matrix' ? 'Weight' : 'Parcels'}</th>
              {['In force', 'New', 'Change'].map((title) => (
                <th key={title} scope="col" className={fileStyles.number}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {changes.slice(0, MAX_LISTED).map((change) => (
              <ChangeRow key={`${change.day} ${change.of ?? ''} ${change.from}`} method={method} change={change} />
            ))}
          </tbody>
        </table>
      )}
      {more > 0 && <p className={fileStyles.remark}>And {formatCount(more)} more changes.</p>}
    </>
  )
}

function ChangeRow({ method, change }: { method: PricingMethod; change: PriceChange }) {
  const currency = useCurrency()
  const { day, before, after } = change
  return (
    <tr>
      <td>{formatDayShort(day)}</td>
      <td>{stretchText(method, change)}</td>
      <td className={fileStyles.number}>{priceLabel(before, currency)}</td>
      <td className={fileStyles.number}>{priceLabel(after, currency)}</td>
      <td className={fileStyles.number}>{shareText(change)}</td>
    </tr>
  )
}
