import '@mantine/dates/styles.layer.css'
import { DateInput, type DateInputProps } from '@mantine/dates'
import { isDay } from '@despatch/domain/calendar/day'
import { type ReactNode, useState } from 'react'
import { typedDay } from './typed-day.ts'

type Given = Omit<DateInputProps, 'value' | 'onChange' | 'error' | 'dateParser' | 'fixOnBlur'> & {
  /** A day, '' for none, or what was typed and is no day. */
  readonly value: string
  readonly error?: ReactNode
  /** Gets the day, '' for none, or the text itself where it is no day: nothing that was typed goes unsaid. */
  readonly onChange: (value: string) => void
}

/** A day, typed or picked. What is typed and is no day stays in the field, which says so once it is left. */
export function DayField({ value, error, onChange, ...rest }: Given) {
  const isUnread = value !== '' && !isDay(value)
  // A draft may begin with one.
  const [unread, setUnread] = useState(isUnread ? value : '')
  const [isLeft, setIsLeft] = useState(true)
  const [round, setRound] = useState(0)
  // Emptied from outside: the input itself would go on showing what it could not read.
  if (value === '' && unread !== '') {
    setUnread('')
    setRound(round + 1)
  }
  return (
    <DateInput
      key={round}
      valueFormat="D MMM YYYY"
      firstDayOfWeek={1}
      weekendDays={[]}
      hideOutsideDates
      dateParser={typedDay}
      // Above the field: the calendar opens below it.
      inputWrapperOrder={['label', 'error', 'input']}
      {...rest}
      fixOnBlur={!isUnread}
      value={value !== '' && !isUnread ? value : null}
      error={isUnread && isLeft ? `There is no day ‘${value}’: a date looks like 5 Jan 2026` : error}
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
      onBlur={() => setIsLeft(true)}
    />
  )
}
