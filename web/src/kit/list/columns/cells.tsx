import { Tooltip } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { dayOf, formatDayShort, OPERATOR_ZONE } from '@despatch/domain/calendar/day'
import { formatFigure, formatMoney } from '@despatch/domain/money/money'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { ScreenLink } from '../../navigation/screen-link.tsx'
import styles from './cells.module.css'
import { dayInList, dayText, momentText } from './moment-text.ts'
import { serverNow } from '../../browser/clock.ts'
import { useToday } from '../../browser/use-today.ts'

/** A reference in a monospaced font, with a copy button. `children` may be a link. */
export function Reference({ text, children }: { text: string; children?: ReactNode }) {
  const { copied, copy } = useClipboard({ timeout: 1200 })
  return (
    <span className={styles.reference}>
      <span className="reference">{children ?? text}</span>
      <button
        type="button"
        className={styles.copy}
        aria-label={copied ? `${text} copied` : `Copy ${text}`}
        data-copied={copied || undefined}
        onClick={(event) => {
          event.stopPropagation()
          copy(text)
        }}
      >
        {copied ? <IconCheck size={13} aria-hidden /> : <IconCopy size={13} aria-hidden />}
      </button>
    </span>
  )
}

type ReferenceLinkProps = { readonly text: string; readonly to: string }

/** A reference that links to its record. If the record opens over its list, the address keeps the list’s filters. */
export function ReferenceLink({ text, to }: ReferenceLinkProps) {
  return (
    <Reference text={text}>
      <ScreenLink to={to} keepsFilters>
        {text}
      </ScreenLink>
    </Reference>
  )
}

/** What a status means to the user. 'waiting': nobody has started on it. */
export type Meaning = 'good' | 'attention' | 'bad' | 'neutral' | 'waiting'

/** A status: a mark whose shape and colour carry its meaning, and a word. */
export function Status({ meaning, children }: { meaning: Meaning; children: ReactNode }) {
  return (
    <span className={styles.status} data-meaning={meaning}>
      {children}
    </span>
  )
}

/** The word for a value that there is not, such as 'Never'. Cards on phones leave it out. */
export const NoValue = ({ children }: { readonly children: string }) => <span data-no-value>{children}</span>

/** '£1,234.50', for a decimal text. */
export function MoneyText({ amount, currency }: { amount: string; currency: string }) {
  return <span className={styles.figure}>{formatMoney(amount, currency)}</span>
}

/** '1,284.00': a figure in a column. Its decimals are pale if they say nothing. */
export function FigureText({ value }: { value: number }) {
  const [whole, decimals] = formatFigure(value).split('.')
  return (
    <span className={styles.figure}>
      {whole}
      <span className={decimals === '00' ? styles.noDecimals : undefined}>.{decimals}</span>
    </span>
  )
}

/** 'Mon 5 Jan' or '5 Jan 2025', for a day in a record. */
export function DayText({ day }: { day: string }) {
  return (
    <time dateTime={day} title={formatDayShort(day)}>
      {dayText(day, useToday())}
    </time>
  )
}

/** 'Today', 'Mon 5 Jan' or '5 Jan 2025', for a day in a list. */
export function ListDay({ day }: { day: string }) {
  return (
    <time dateTime={day} title={formatDayShort(day)}>
      {dayInList(day, useToday())}
    </time>
  )
}

/** The same for an instant. Hovering shows the time and zone. */
export function ListInstant({ at }: { at: string }) {
  return <PointedTime at={at} text={dayInList(dayOf(new Date(at)), useToday())} />
}

const whole = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long', timeZone: OPERATOR_ZONE })

/** 'Mon 5 Jan' or '5 Jan 2025', for an instant in the operator’s time zone. Hovering shows the time and zone. */
export function InstantText({ at }: { at: string }) {
  return <PointedTime at={at} text={dayText(dayOf(new Date(at)), useToday())} />
}

/** '14:05' today, else 'Mon 5 Jan, 14:05', for lists with many instants a day. Hovering shows the zone. */
export function MomentText({ at }: { at: string }) {
  return <PointedTime at={at} text={momentText(new Date(at), serverNow())} />
}

/** Renders the tooltip only on hover: in a long list it would take a quarter of the render time. */
function PointedTime({ at, text }: { at: string; text: string }) {
  const [isPointed, setPointed] = useState(false)
  const time = (
    <time dateTime={at} onPointerEnter={() => setPointed(true)}>
      {text}
    </time>
  )
  return isPointed ? (
    <Tooltip label={whole.format(new Date(at))} defaultOpened>
      {time}
    </Tooltip>
  ) : (
    time
  )
}
