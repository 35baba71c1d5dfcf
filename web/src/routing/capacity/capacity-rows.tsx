import { type CapacityLimit, type CarrierCapacity, MAX_CAPACITIES } from '@despatch/contract/routing/capacity/capacity'
import { formatDayShort, weekday } from '@despatch/domain/calendar/day'
import { formatCount } from '@despatch/domain/money/money'
import { useEffect, useRef } from 'react'
import { CountField } from '../../kit/form/typed/number-fields.tsx'
import { AddRowButton, RemoveRowButton } from '../../kit/form/row-buttons.tsx'
import { limitOn, newCapacity, placeOn, slotProblem, slotText, typedSlot, WEEKDAYS } from './capacity-values.ts'
import styles from './capacity.module.css'
import { EffectFields } from './effect-fields.tsx'
import { WeekHead } from './week-head.tsx'

type CapacityRowsProps = {
  readonly capacities: readonly CapacityLimit[]
  readonly use: CarrierCapacity['use']
  /** The error of a field, by form path. */
  readonly errorOf: (path: string) => string | undefined
  readonly onChange: (capacities: CapacityLimit[]) => void
}

/** Edits capacities, a row each: its period, and the seven limits below their usage. */
export function CapacityRows({ capacities, use, errorOf, onChange }: CapacityRowsProps) {
  const body = useRef<HTMLDivElement>(null)
  const wanted = useRef<number>(undefined)
  useEffect(() => {
    if (wanted.current === undefined) return
    const slot = body.current?.querySelector<HTMLElement>(`[data-path="capacities.${wanted.current}.quantityLimit.0"]`)
    wanted.current = undefined
    const field = slot ?? body.current?.querySelector<HTMLElement>('button')
    field?.focus()
  }, [capacities.length])

  function add() {
    wanted.current = capacities.length
    onChange([...capacities, newCapacity(capacities)])
  }
  function remove(place: number) {
    wanted.current = Math.max(0, Math.min(place, capacities.length - 2))
    onChange(capacities.filter((_one, index) => index !== place))
  }
  const replace = (place: number, one: CapacityLimit) =>
    onChange(capacities.map((was, index) => (index === place ? one : was)))
  const counting = use.map(({ day, used }) => ({ day, used, place: placeOn(capacities, day) }))
  const isFull = capacities.length >= MAX_CAPACITIES

  return (
    <div ref={body} className={styles.rows}>
      <table className={styles.capacities} aria-label="Capacities, parcels a day">
        <thead>
          <tr>
            <th scope="col">Counts</th>
            <WeekHead use={use} limitOn={(day) => limitOn(capacities, day)} />
            <td />
          </tr>
        </thead>
        <tbody>
          {capacities.map((capacity, place) => {
            const days = counting.filter((one) => one.place === place)
            return (
              // A capacity has no id, and its fields have no state that would have to move with it.
              <tr key={place} data-in-force={days[0] === counting[0] || undefined}>
                <td>
                  <EffectFields
                    capacity={capacity}
                    path={`capacities.${place}`}
                    name={`capacity ${place + 1}`}
                    errorOf={errorOf}
                    onChange={(one) => replace(place, one)}
                  />
                  <span className={styles.inForce}>{inForceText(days, use[0]?.day)}</span>
                </td>
                {capacity.quantityLimit.map((limit, slot) => {
                  const given = days.find(({ day }) => weekday(day) === slot)?.used ?? 0
                  const path = `capacities.${place}.quantityLimit.${slot}`
                  return (
                    <td key={WEEKDAYS[slot]}>
                      <CountField
                        isText
                        data-path={path}
                        aria-label={`${WEEKDAYS[slot]}, parcels of capacity ${place + 1}`}
                        classNames={{ input: 'number' }}
                        placeholder="No limit"
                        value={slotText(limit)}
                        error={slotProblem(limit) ?? errorOf(path)}
                        onChange={(text) =>
                          replace(place, {
                            ...capacity,
                            // Text that is not a number stays in the form and is refused there.
                            quantityLimit: capacity.quantityLimit.with(slot, typedSlot(text) as number),
                          })
                        }
                      />
                      {typeof limit === 'number' && given > limit && (
                        <span className={styles.given}>{formatCount(given)} given already</span>
                      )}
                    </td>
                  )
                })}
                <td>
                  <RemoveRowButton label={`Remove capacity ${place + 1}`} onClick={() => remove(place)} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {capacities.length === 0 && <p className={styles.remark}>No capacity limit set.</p>}
      <AddRowButton
        label="Add a capacity"
        whyFull={isFull ? `A carrier has at most ${MAX_CAPACITIES} capacities` : undefined}
        onClick={add}
      />
    </div>
  )
}

/** Whether a capacity applies today or on one of the six days after. */
export function inForceText(days: readonly { readonly day: string }[], today: string | undefined): string {
  const [first] = days
  if (!first) return ''
  return first.day === today ? 'In force today' : `In force from ${formatDayShort(first.day)}`
}
