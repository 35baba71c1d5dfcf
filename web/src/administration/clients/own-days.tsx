import { TextInput } from '@mantine/core'
import { addDays, isDay } from '@despatch/domain/calendar/day'
import { type ClientCalendar, MAX_CLOSED_IN_A_ROW } from '@despatch/domain/administration/clients/client-calendar'
import { useEffect, useRef } from 'react'
import { DayField } from '../../kit/form/typed/day-field.tsx'
import { AddRowButton, RemoveRowButton } from '../../kit/form/row-buttons.tsx'
import type { ClientForm } from './client-values.ts'
import styles from './clients.module.css'

/** The contract's limit. */
const MOST = 100

type Line = ClientCalendar['closed'][number]
type OwnDaysProps = {
  readonly form: ClientForm
  readonly closed: readonly Line[]
  readonly onChange: (closed: Line[]) => void
}

/** The client's own days off, a line per period. */
export function OwnDays({ form, closed, onChange }: OwnDaysProps) {
  const rows = useRef<HTMLDivElement>(null)
  const lineToFocus = useRef<number>(undefined)
  useEffect(() => {
    if (lineToFocus.current === undefined) return
    const field = rows.current?.querySelector<HTMLElement>(`[data-path="calendar.closed.${lineToFocus.current}.name"]`)
    lineToFocus.current = undefined
    const first = field?.closest('tr')?.querySelector('input')
    ;(first ?? rows.current?.querySelector('button'))?.focus()
  }, [closed.length])

  function add() {
    lineToFocus.current = closed.length
    onChange([...closed, { from: '', to: '', name: '' }])
  }
  function remove(index: number) {
    lineToFocus.current = Math.max(0, Math.min(index, closed.length - 2))
    // Through the form, so that the errors of this line go, and those of later lines move up.
    form.removeListItem('calendar.closed', index)
  }
  function change(index: number, part: Partial<Line>) {
    onChange(closed.map((line, at) => (at === index ? { ...line, ...part } : line)))
    for (const field of Object.keys(part)) form.clearFieldError(`calendar.closed.${index}.${field}`)
  }
  const errorOf = (path: string) => form.errors[`calendar.closed.${path}`]
  return (
    <div ref={rows}>
      {closed.length > 0 && (
        <table className={styles.children} data-fields aria-label="Own days">
          <thead>
            <tr>
              <th scope="col">First day</th>
              <th scope="col">Last day</th>
              <th scope="col">Name</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {closed.map(({ from, to, name }, index) => (
              // Lines have no id. The index is safe as a key, because the fields hold no state of their own.
              <tr key={index}>
                <td>
                  <DayField
                    aria-label={`First day of line ${index + 1}`}
                    data-path={`calendar.closed.${index}.from`}
                    value={from}
                    error={
                      errorOf(`${index}.from`) && (from === '' ? 'Choose the first day' : errorOf(`${index}.from`))
                    }
                    onChange={(day) => change(index, { from: day, ...((to === '' || to === from) && { to: day }) })}
                  />
                </td>
                <td>
                  <DayField
                    aria-label={`Last day of line ${index + 1}`}
                    data-path={`calendar.closed.${index}.to`}
                    {...(isDay(from) && { minDate: from, maxDate: addDays(from, MAX_CLOSED_IN_A_ROW - 1) })}
                    value={to}
                    error={errorOf(`${index}.to`) && (to === '' ? 'Choose the last day' : errorOf(`${index}.to`))}
                    onChange={(day) => change(index, { to: day })}
                  />
                </td>
                <td>
                  <TextInput
                    aria-label={`Name of line ${index + 1}`}
                    data-path={`calendar.closed.${index}.name`}
                    className={styles.reason ?? ''}
                    placeholder="Stocktaking"
                    autoComplete="off"
                    value={name}
                    error={errorOf(`${index}.name`) && (name === '' ? 'Enter a name' : errorOf(`${index}.name`))}
                    onChange={(event) => change(index, { name: event.currentTarget.value })}
                  />
                </td>
                <td>
                  <RemoveRowButton label={`Remove ${name || `line ${index + 1}`}`} onClick={() => remove(index)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {form.errors['calendar.closed'] && (
        <p role="alert" className={styles.error}>
          {form.errors['calendar.closed']}
        </p>
      )}
      <AddRowButton
        label="Add own days"
        whyFull={closed.length >= MOST ? 'You can add up to 100 lines' : undefined}
        onClick={add}
      />
    </div>
  )
}
