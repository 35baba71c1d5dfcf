import { useCurrency } from '../../kit/session/use-currency.ts'
import { Alert } from '@mantine/core'
import type { Day } from '@despatch/domain/calendar/day'
import { formatCount } from '@despatch/domain/money/money'
import type { Pricing, PricingMethod } from '@despatch/domain/routing/prices/costing'
import {
  changeDayText,
  priceLabel,
  priceWarningText,
  shareText,
  stretchText,
} from '@despatch/domain/routing/prices/brakes/price-warning-text'
import { type PriceBrakes, priceBrakes } from '@despatch/domain/routing/prices/brakes/price-brakes'
import type { PriceChange } from '@despatch/domain/routing/prices/compared-prices'
import { useRef, useState } from 'react'
import { useDialogDraft } from '../../kit/form/use-dialog-draft.ts'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import fileStyles from '../../kit/form/file.module.css'
import { operatorToday } from '../../kit/browser/clock.ts'
import { type Acknowledgement, NoteField, unseenWarnings, whyNoNote } from './use-acknowledgement.tsx'

/** So many changes are listed; of more, how many there are. */
const MAX_LISTED = 50

type Asked = {
  /** What changes; undefined where the server alone has said what looks wrong. */
  readonly brakes: PriceBrakes | undefined
  readonly warnings: readonly string[]
  /** Told the note; undefined where the prices are not to be saved. */
  readonly answer: (note: string | undefined) => void
}

/**
 * Asks before prices are saved that change what is in force, from a day on where one is given: `look` gives the note that goes
 * with them. `publish` sends them with it, and asks about what the server alone knows to look wrong: it has all prices that the
 * method had. Both throw an AbortError where the prices are not to be saved. Where nothing changes they do not ask.
 *
 * @param id the client method whose prices they are: its note is kept by it
 */
export function usePriceBrakes(id: string) {
  const currency = useCurrency()
  const [asked, setAsked] = useState<Asked>()
  const seen = useRef<readonly string[]>([])
  async function ask(brakes: PriceBrakes | undefined, warnings: readonly string[]): Promise<string> {
    seen.current = warnings
    const note = await new Promise<string | undefined>((answer) => setAsked({ brakes, warnings, answer }))
    if (note === undefined) throw new DOMException('The prices are not saved', 'AbortError')
    return note
  }
  async function look(before: Pricing, after: Pricing, holdsFrom?: Day): Promise<string> {
    const brakes = priceBrakes(before, after, { today: operatorToday(), holdsFrom })
    const warnings = brakes.warnings.map((warning) => priceWarningText(brakes.method, warning, currency))
    seen.current = []
    return brakes.changes.length === 0 && warnings.length === 0 ? '' : ask(brakes, warnings)
  }
  async function publish<Answer>(note: string, send: (said: Acknowledgement) => Promise<Answer>): Promise<Answer> {
    try {
      return await send({ note, acknowledged: false })
    } catch (error) {
      const warnings = unseenWarnings(error)
      if (warnings.length === 0) throw error
      const isSeen = warnings.every((warning) => seen.current.includes(warning))
      return send({ note: isSeen ? note : await ask(undefined, warnings), acknowledged: true })
    }
  }
  const dialog = (
    <PriceBrakesDialog
      id={id}
      asked={asked}
      onClose={() => {
        asked?.answer(undefined)
        setAsked(undefined)
      }}
    />
  )
  return { look, publish, dialog }
}

type PriceBrakesDialogProps = { readonly id: string; readonly asked: Asked | undefined; readonly onClose: () => void }

function PriceBrakesDialog({ id, asked, onClose }: PriceBrakesDialogProps) {
  const draft = useDialogDraft(`price-note ${id}`, asked !== undefined, { note: '' })
  const { note } = draft.values
  const hasWarnings = (asked?.warnings.length ?? 0) > 0
  return (
    <ConfirmDialog
      opened={asked !== undefined}
      title="Save these prices?"
      confirmLabel={hasWarnings ? 'Save them all the same' : 'Save the prices'}
      keepLabel="Go on editing"
      size={720}
      isDangerous={hasWarnings}
      whyNot={whyNoNote(hasWarnings, note)}
      onConfirm={() => {
        asked?.answer(note.trim())
        draft.forget()
        return Promise.resolve()
      }}
      onClose={onClose}
    >
      {asked && <Shown {...asked} />}
      <NoteField isRequired={hasWarnings} value={note} onChange={(next) => draft.set({ note: next })} />
    </ConfirmDialog>
  )
}

function Shown({ brakes, warnings }: Omit<Asked, 'answer'>) {
  return (
    <>
      {warnings.length > 0 && (
        <Alert color="attention" variant="light" title="Look at these first" role="alert">
          <ul>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Alert>
      )}
      {brakes && <Changes {...brakes} />}
    </>
  )
}

function Changes({ changes, method, isOtherUnit }: PriceBrakes) {
  const more = changes.length - MAX_LISTED
  return (
    <>
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
  const { before, after } = change
  return (
    <tr>
      <td>{changeDayText(change)}</td>
      <td>{stretchText(method, change)}</td>
      <td className={fileStyles.number}>{priceLabel(before, currency)}</td>
      <td className={fileStyles.number}>{priceLabel(after, currency)}</td>
      <td className={fileStyles.number}>{shareText(change)}</td>
    </tr>
  )
}
