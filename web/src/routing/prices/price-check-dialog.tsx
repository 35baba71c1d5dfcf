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
} from '@despatch/domain/routing/prices/check/price-warning-text'
import { type PriceCheck, checkPrices } from '@despatch/domain/routing/prices/check/price-check'
import type { PriceChange } from '@despatch/domain/routing/prices/compared-prices'
import { useRef, useState } from 'react'
import { useDialogDraft } from '../../kit/form/use-dialog-draft.ts'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import fileStyles from '../../kit/form/file.module.css'
import { operatorToday } from '../../kit/browser/clock.ts'
import { type Acknowledgement, NoteField, unseenWarnings, whyNoNote } from './use-acknowledgement.tsx'

/** The list shows at most this many changes and counts the others. */
const MAX_LISTED = 50

type PriceQuestion = {
  /** The changes; undefined if only the server's warnings are known. */
  readonly check: PriceCheck | undefined
  readonly warnings: readonly string[]
  /** Called with the note; undefined to cancel. */
  readonly answer: (note: string | undefined) => void
}

/**
 * Asks for confirmation before publishing prices. `look` compares them with the current ones from a day on and gives
 * the note. `publish` sends them with the note, and asks again if the server has further warnings, because it knows all
 * published prices of the method. Both throw an AbortError if the user cancels. They do not ask if nothing changes.
 *
 * @param id the client method id; its note is stored under it
 */
export function usePriceCheck(id: string) {
  const currency = useCurrency()
  const [question, setQuestion] = useState<PriceQuestion>()
  const seen = useRef<readonly string[]>([])
  async function ask(check: PriceCheck | undefined, warnings: readonly string[]): Promise<string> {
    seen.current = warnings
    const note = await new Promise<string | undefined>((answer) => setQuestion({ check, warnings, answer }))
    if (note === undefined) throw new DOMException('The prices are not saved', 'AbortError')
    return note
  }
  async function look(before: Pricing, after: Pricing, holdsFrom?: Day): Promise<string> {
    const check = checkPrices(before, after, { today: operatorToday(), holdsFrom })
    const warnings = check.warnings.map((warning) => priceWarningText(check.method, warning, currency))
    seen.current = []
    return check.changes.length === 0 && warnings.length === 0 ? '' : ask(check, warnings)
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
    <PriceCheckDialog
      id={id}
      question={question}
      onClose={() => {
        question?.answer(undefined)
        setQuestion(undefined)
      }}
    />
  )
  return { look, publish, dialog }
}

type PriceCheckDialogProps = {
  readonly id: string
  readonly question: PriceQuestion | undefined
  readonly onClose: () => void
}

function PriceCheckDialog({ id, question, onClose }: PriceCheckDialogProps) {
  const draft = useDialogDraft(`price-note ${id}`, question !== undefined, { note: '' })
  const { note } = draft.values
  const hasWarnings = (question?.warnings.length ?? 0) > 0
  return (
    <ConfirmDialog
      opened={question !== undefined}
      title="Save these prices?"
      confirmLabel={hasWarnings ? 'Save anyway' : 'Save prices'}
      keepLabel="Keep editing"
      size={720}
      isDangerous={hasWarnings}
      whyNot={whyNoNote(hasWarnings, note)}
      onConfirm={() => {
        question?.answer(note.trim())
        draft.forget()
        return Promise.resolve()
      }}
      onClose={onClose}
    >
      {question && <Shown {...question} />}
      <NoteField isRequired={hasWarnings} value={note} onChange={(next) => draft.set({ note: next })} />
    </ConfirmDialog>
  )
}

function Shown({ check, warnings }: Omit<PriceQuestion, 'answer'>) {
  return (
    <>
      {warnings.length > 0 && (
        <Alert color="attention" variant="light" title="Check these" role="alert">
          <ul>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Alert>
      )}
      {check && <Changes {...check} />}
    </>
  )
}

function Changes({ changes, method, isOtherUnit }: PriceCheck) {
  const more = changes.length - MAX_LISTED
  return (
    <>
      {isOtherUnit && <p>Current prices use another unit. Both are compared for parcels of the same weight.</p>}
      {changes.length > 0 && (
        <table className={fileStyles.table} aria-label="Changes from current prices">
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
