import { addDays, type Day, daysBetween } from '../calendar/day.ts'
import type { Cost } from '../routing/prices/costing.ts'

/** What becomes of a dispute. It is settled once it is credited, refused or written off. */
export const DISPUTE_STATES = ['open', 'sent', 'partly credited', 'credited', 'refused', 'written off'] as const
export type DisputeState = (typeof DISPUTE_STATES)[number]

/** States in which something may still be credited. */
export const LIVE_STATES = ['open', 'sent', 'partly credited'] as const satisfies readonly DisputeState[]
export const isLive = (state: DisputeState) => (LIVE_STATES as readonly DisputeState[]).includes(state)

/** States in which nothing more is claimed: what was not credited is cost after all. */
export const GIVEN_UP_STATES = ['refused', 'written off'] as const satisfies readonly DisputeState[]
export const isGivenUp = (state: DisputeState) => (GIVEN_UP_STATES as readonly DisputeState[]).includes(state)

/** What a dispute's history tells. */
export const DISPUTE_EVENTS = [
  'opened',
  'rows taken out',
  'sent',
  'credited',
  'credit taken back',
  'refused',
  'written off',
  'reopened',
] as const
export type DisputeEvent = (typeof DISPUTE_EVENTS)[number]

/** What is paid of an invoice while a dispute is open: what is not disputed, or all of it, and the rest is claimed back. */
export const PAYABLES = ['billed less disputed', 'billed'] as const
export type Payable = (typeof PAYABLES)[number]

/** The terms of a carrier for whom nobody has set any. */
export const DEFAULT_TERMS = { payable: 'billed less disputed', deadlineDays: 30 } as const

/** What people can do to disputes, and the states in which they can. */
export const DISPUTE_ACTS = {
  send: ['open', 'partly credited'],
  refuse: LIVE_STATES,
  'write-off': LIVE_STATES,
  reopen: GIVEN_UP_STATES,
} as const satisfies Record<string, readonly DisputeState[]>
export type DisputeAct = keyof typeof DISPUTE_ACTS

type Sent = { readonly state: DisputeState; readonly isSent: boolean }

/** Whether an act can be done to a dispute; one that was sent is not sent again. */
export function canDo(act: DisputeAct, { state, isSent }: Sent): boolean {
  if (act === 'send' && isSent) return false
  return (DISPUTE_ACTS[act] as readonly DisputeState[]).includes(state)
}

/** 'D-000123': what people and carriers call a dispute by. */
export const disputeNumber = (id: number | string) => `D-${String(id).padStart(6, '0')}`

/** The id of a dispute's number as people type it ('d-000123', 'D123', '123'); undefined for anything else. */
export function disputeIdOf(text: string): number | undefined {
  const digits = /^(?:d[-\s]?)?0*([1-9]\d{0,11})$/i.exec(text.trim())?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** What of a dispute may still be credited. */
export const openAmount = ({
  state,
  claimed,
  credited,
}: {
  state: DisputeState
  claimed: Cost
  credited: Cost
}): Cost => (isLive(state) ? claimed - credited : 0)

/** How long ago deadlines passed. */
export const AGES = ['not due', '0–30 days', '31–60 days', '61–90 days', 'over 90 days'] as const
export type Age = (typeof AGES)[number]

/** How old a dispute is on a day: it is not due up to its deadline, that day included. */
export function ageOf(dueDay: Day, today: Day): Age {
  const late = daysBetween(dueDay, today)
  if (late <= 0) return 'not due'
  if (late <= 30) return '0–30 days'
  if (late <= 60) return '31–60 days'
  return late <= 90 ? '61–90 days' : 'over 90 days'
}

/** The deadlines of an age on a day, both included; null is without end. */
export function dueDaysOf(age: Age, today: Day): { readonly from: Day | null; readonly to: Day | null } {
  const ago = (days: number) => addDays(today, -days)
  switch (age) {
    case 'not due':
      return { from: today, to: null }
    case '0–30 days':
      return { from: ago(30), to: ago(1) }
    case '31–60 days':
      return { from: ago(60), to: ago(31) }
    case '61–90 days':
      return { from: ago(90), to: ago(61) }
    case 'over 90 days':
      return { from: null, to: ago(91) }
  }
}

/** What is done to rejected rows that are in a dispute. */
export type Leaving = 'accept' | 'undo' | 'delete'

/**
 * What accepting, undoing or deleting rows does to their dispute. Rows leave one that is open and was never sent. A settled
 * one keeps them as its history: what was refused or written off can be accepted or decided again, what was credited only
 * accepted, and what was ever sent, or credited in part, never deleted. Anything else is refused until the dispute is settled.
 */
export function whenLeaving(
  leaving: Leaving,
  { state, isSent, isCredited }: Sent & { readonly isCredited: boolean },
): 'take out' | 'keep' | 'refuse' {
  if (state === 'open' && !isSent) return 'take out'
  if (isLive(state)) return 'refuse'
  if (leaving === 'accept') return 'keep'
  if (state === 'credited') return 'refuse'
  if (leaving === 'undo') return 'keep'
  return isSent || isCredited ? 'refuse' : 'take out'
}
