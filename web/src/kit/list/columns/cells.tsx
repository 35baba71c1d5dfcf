import { Tooltip } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { formatDayShort, OPERATOR_ZONE } from '@despatch/domain/calendar/day'
import { formatMoney } from '@despatch/domain/money/money'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { ScreenLink } from '../../navigation/screen-link.tsx'
import styles from './cells.module.css'
import { dayLabel, momentText } from '../moment-text.ts'
import { serverNow } from '../../browser/clock.ts'

/** A reference in a monospaced face, with a button that copies it. `children` may link it. */
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

/** A reference that leads to its record. Where the record opens over its list, the list's filters stay in the address. */
export function ReferenceLink({ text, to }: ReferenceLinkProps) {
  return (
    <Reference text={text}>
      <ScreenLink to={to} keepsFilters>
        {text}
      </ScreenLink>
    </Reference>
  )
}

/** What a state asks of who sees it; 'waiting' is what nobody has begun with. */
export type Meaning = 'good' | 'attention' | 'bad' | 'neutral' | 'waiting'

/** A status: a mark whose shape and colour carry its meaning, and the word that says it. */
export function Status({ meaning, children }: { meaning: Meaning; children: ReactNode }) {
  return (
    <span className={styles.status} data-meaning={meaning}>
      {children}
    </span>
  )
}

/** '£1,234.50', from a decimal text. */
export function MoneyText({ amount, currency }: { amount: string; currency: string }) {
  return <span className={styles.figure}>{formatMoney(amount, currency)}</span>
}

/** '5 Jan 2026', from a day. */
export function DayText({ day }: { day: string }) {
  return <time dateTime={day}>{formatDayShort(day)}</time>
}

const whole = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long', timeZone: OPERATOR_ZONE })

/** '5 Jan 2026', from an instant, with the time and its zone (the operator's) when pointed at. */
export function InstantText({ at }: { at: string }) {
  return <PointedTime at={at} text={dayLabel(new Date(at))} />
}

/** '14:05' of today, else '5 Jan 2026, 14:05', for instants of which many fall on one day; with the zone when pointed at. */
export function MomentText({ at }: { at: string }) {
  return <PointedTime at={at} text={momentText(new Date(at), serverNow())} />
}

/** What is shown when it is pointed at is made only then: for a long list it would be a quarter of the work of drawing it. */
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
