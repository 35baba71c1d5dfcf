import '@mantine/dates/styles.layer.css'
import { DateInput, type DateInputProps } from '@mantine/dates'
import { isDay } from '@despatch/domain/calendar/day'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { operatorToday } from '../../browser/clock.ts'
import styles from '../form.module.css'
import { typedDay } from './typed-day.ts'

type OwnProps = 'value' | 'onChange' | 'onFocus' | 'onClick' | 'getDayProps' | 'error' | 'dateParser' | 'fixOnBlur'
type DayFieldProps = Omit<DateInputProps, OwnProps> & {
  /** A day (2026-01-05), '' for none, or typed text that is no day. */
  readonly value: string
  readonly error?: ReactNode
  /** Receives the day, '' for none, or typed text that is no day, so that the form can refuse it. */
  readonly onChange: (value: string) => void
}

const CALENDAR_GAP = 8

/**
 * A field for a day, typed or picked. Text that is no day stays in the field, with an error once the user leaves it. The
 * calendar opens on a click or the down arrow, never on Tab or typing: it would cover what comes next, such as Save.
 */
export function DayField({ value, error, onChange, onKeyDown, popoverProps, minDate, ...rest }: DayFieldProps) {
  const today = operatorToday()
  const isUnread = value !== '' && !isDay(value)
  // A draft may begin with text that is no day.
  const [unread, setUnread] = useState(isUnread ? value : '')
  const [isLeft, setIsLeft] = useState(true)
  const [round, setRound] = useState(0)
  const [isOpen, setIsOpen] = useState(false)
  // The form emptied the field: recreate the input, which would still show the text that it could not parse.
  if (value === '' && unread !== '') {
    setUnread('')
    setRound(round + 1)
  }
  const shown = isUnread && isLeft ? `‘${value}’ is not a date. Enter a date like 5 Jan 2026` : error
  const input = useRef<HTMLInputElement>(null)
  const [errorRoom, setErrorRoom] = useState(0)
  useLayoutEffect(() => {
    const whole = input.current?.closest('[data-day-field]')?.getBoundingClientRect()
    const field = input.current?.getBoundingClientRect()
    setErrorRoom(whole && field && shown ? Math.max(0, whole.bottom - field.bottom) : 0)
  }, [shown])

  function open() {
    // Scroll until the calendar has room beneath the field.
    input.current?.closest('[data-day-field]')?.scrollIntoView({ block: 'nearest' })
    setIsOpen(true)
  }

  return (
    <DateInput
      key={round}
      ref={input}
      wrapperProps={{ 'data-day-field': true }}
      className={styles.day ?? ''}
      // The calendar opens below the field and its error.
      popoverProps={{ ...popoverProps, opened: isOpen, offset: CALENDAR_GAP + errorRoom }}
      valueFormat="D MMM YYYY"
      firstDayOfWeek={1}
      weekendDays={[]}
      hideOutsideDates
      dateParser={typedDay}
      // The operator's month may differ from the computer's.
      defaultDate={typeof minDate === 'string' && minDate > today ? minDate : today}
      {...rest}
      {...(minDate !== undefined && { minDate })}
      fixOnBlur={!isUnread}
      value={value !== '' && !isUnread ? value : null}
      error={shown}
      getDayProps={() => ({ onClick: () => setIsOpen(false) })}
      onClick={open}
      onKeyDown={(event) => {
        onKeyDown?.(event)
        if (event.key === 'Escape') setIsOpen(false)
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        open()
      }}
      // Escape must close the calendar, not the drawer around it.
      data-mantine-stop-propagation={isOpen || undefined}
      onInput={({ currentTarget }) => {
        const text = currentTarget.value.trim()
        const day = typedDay(text)
        setIsLeft(false)
        setUnread(day === null ? text : '')
        onChange(day ?? text)
      }}
      onChange={(day) => {
        setUnread('')
        onChange(day ?? '')
      }}
      onBlur={() => {
        setIsLeft(true)
        setIsOpen(false)
      }}
    />
  )
}
