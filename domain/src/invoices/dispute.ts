import { addDays, type Day, daysBetween } from '../calendar/day.ts'
import type { Cost } from '../routing/prices/costing.ts'

/** The states of a dispute. It is settled once it is credited, refused or written off. */
export const DISPUTE_STATES = ['open', 'sent', 'partly credited', 'credited', 'refused', 'written off'] as const
export type DisputeState = (typeof DISPUTE_STATES)[number]

/** States in which something may still be credited. */
export const LIVE_STATES = ['open', 'sent', 'partly credited'] as const satisfies readonly DisputeState[]
export const isLive = (state: DisputeState) => (LIVE_STATES as readonly DisputeState[]).includes(state)

/** States without a claim: what was not credited is cost. */
export const GIVEN_UP_STATES = ['refused', 'written off'] as const satisfies readonly DisputeState[]
export const isGivenUp = (state: DisputeState) => (GIVEN_UP_STATES as readonly DisputeState[]).includes(state)

/** The events in a dispute's history. */
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

/**
 * What is paid of an invoice during a dispute: the undisputed part, or everything, with the disputed part claimed
 * back.
 */
export const PAYABLES = ['billed less disputed', 'billed'] as const
export type Payable = (typeof PAYABLES)[number]

/** The terms of a carrier without terms of its own. */
export const DEFAULT_TERMS = { payable: 'billed less disputed', deadlineDays: 30 } as const

/** What users can do with disputes, and in which states. */
export const DISPUTE_ACTS = {
  send: ['open', 'partly credited'],
  refuse: LIVE_STATES,
  'write-off': LIVE_STATES,
  reopen: GIVEN_UP_STATES,
} as const satisfies Record<string, readonly DisputeState[]>
export type DisputeAct = keyof typeof DISPUTE_ACTS

type Sent = { readonly state: DisputeState; readonly isSent: boolean }

/** Whether a dispute allows an act; a sent one is not sent again. */
export function canDo(act: DisputeAct, { state, isSent }: Sent): boolean {
  if (act === 'send' && isSent) return false
  return (DISPUTE_ACTS[act] as readonly DisputeState[]).includes(state)
}

/** A dispute's number for users and carriers: 'D-000123'. */
export const disputeNumber = (id: number | string) => `D-${String(id).padStart(6, '0')}`

/** The id for a dispute number as users type it ('d-000123', 'D123', '123'); undefined for anything else. */
export function disputeIdOf(text: string): number | undefined {
  const digits = /^(?:d[-\s]?)?0*([1-9]\d{0,11})$/i.exec(text.trim())?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** The amount of a dispute that may still be credited. */
export const openAmount = ({
  state,
  claimed,
  credited,
}: {
  state: DisputeState
  claimed: Cost
  credited: Cost
}): Cost => (isLive(state) ? claimed - credited : 0)

/** Age bands by days since the deadline. */
export const AGES = ['not due', '0–30 days', '31–60 days', '61–90 days', 'over 90 days'] as const
export type Age = (typeof AGES)[number]

/** The age band of a dispute on a day: it is not due up to and including its deadline. */
export function ageOf(dueDay: Day, today: Day): Age {
  const late = daysBetween(dueDay, today)
  if (late <= 0) return 'not due'
  if (late <= 30) return '0–30 days'
  if (late <= 60) return '31–60 days'
  return late <= 90 ? '61–90 days' : 'over 90 days'
}

/** The range of deadlines in an age band on a day, both included; null means unlimited. */
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

/** What happens to rejected rows that are in a dispute. */
export type RowChange = 'accept' | 'undo' | 'delete'

/**
 * What accepting, undoing or deleting rows does to their dispute. Rows leave an open, never sent dispute. A settled
 * one keeps them as its history: rows of a refused or written-off dispute can be accepted or decided again, credited
 * rows only accepted; rows that were ever sent, or partly credited, are never deleted. Everything else is refused
 * until the dispute is settled.
 */
export function effectOnDispute(
  rowChange: RowChange,
  { state, isSent, isCredited }: Sent & { readonly isCredited: boolean },
): 'take out' | 'keep' | 'refuse' {
  if (state === 'open' && !isSent) return 'take out'
  if (isLive(state)) return 'refuse'
  if (rowChange === 'accept') return 'keep'
  if (state === 'credited') return 'refuse'
  if (rowChange === 'undo') return 'keep'
  return isSent || isCredited ? 'refuse' : 'take out'
}
