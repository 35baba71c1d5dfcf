/** Why a carrier owes money for a parcel. */
export const CLAIM_CAUSES = ['lost', 'damaged', 'late'] as const
export type ClaimCause = (typeof CLAIM_CAUSES)[number]
export const CAUSE_LABELS: Readonly<Record<ClaimCause, string>> = { lost: 'Lost', damaged: 'Damaged', late: 'Late' }

export const CLAIM_STATES = [
  'prepared',
  'sent',
  'acknowledged',
  'accepted',
  'partly accepted',
  'refused',
  'paid',
  'withdrawn',
] as const
export type ClaimState = (typeof CLAIM_STATES)[number]

/** The events in a claim's history. */
export const CLAIM_EVENTS = [
  'prepared',
  'sent',
  'acknowledged',
  'accepted',
  'partly accepted',
  'refused',
  'appealed',
  'paid',
  'credited',
  'credit taken back',
  'withdrawn',
  'arrived',
  'message',
  'evidence added',
  'evidence removed',
] as const
export type ClaimEvent = (typeof CLAIM_EVENTS)[number]

/** What users can do with claims, in which states, and the resulting state. */
export const CLAIM_ACTS = {
  send: { from: ['prepared'], to: 'sent', event: 'sent', label: 'marked as sent' },
  acknowledge: { from: ['sent'], to: 'acknowledged', event: 'acknowledged', label: 'marked as acknowledged' },
  accept: { from: ['sent', 'acknowledged'], to: 'accepted', event: 'accepted', label: 'marked as accepted' },
  refuse: {
    from: ['sent', 'acknowledged', 'accepted', 'partly accepted'],
    to: 'refused',
    event: 'refused',
    label: 'marked as refused',
  },
  appeal: { from: ['refused'], to: 'sent', event: 'appealed', label: 'sent again' },
  pay: {
    from: ['sent', 'acknowledged', 'accepted', 'partly accepted'],
    to: 'paid',
    event: 'paid',
    label: 'marked as paid',
  },
  withdraw: {
    from: ['prepared', 'sent', 'acknowledged'],
    to: 'withdrawn',
    event: 'withdrawn',
    label: 'withdrawn',
  },
} as const satisfies Record<string, { from: readonly ClaimState[]; to: ClaimState; event: ClaimEvent; label: string }>
export type ClaimAct = keyof typeof CLAIM_ACTS
export const CLAIM_ACT_CODES = Object.keys(CLAIM_ACTS) as [ClaimAct, ...ClaimAct[]]

/** Acts that need a reason, which the history stores. */
export const NEEDS_REASON: readonly ClaimAct[] = ['refuse', 'withdraw', 'appeal']
/** The acts of the client that prepared a claim; the operator, who talks to the carrier, does everything else. */
export const CLIENT_ACTS: readonly ClaimAct[] = ['withdraw']

export const canDoToClaim = (act: ClaimAct, state: ClaimState) =>
  (CLAIM_ACTS[act].from as readonly ClaimState[]).includes(state)

/** A claim's number for users and carriers: 'C-000123'. */
export const claimNumber = (id: number | string) => `C-${String(id).padStart(6, '0')}`

/** The number of several claims sent to a carrier together: 'S-000123'. */
export const submissionNumber = (id: number | string) => `S-${String(id).padStart(6, '0')}`

const numberIn = (letter: string) => new RegExp(`^${letter}[-\\s]?0*([1-9]\\d{0,11})$`, 'i')
const [CLAIM, SUBMISSION] = [numberIn('c'), numberIn('s')]
const idIn = (pattern: RegExp, text: string) => {
  const digits = pattern.exec(text.trim())?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** The id for a claim number as users type it ('c-000123', 'C123'); undefined for anything else. */
export const claimIdOf = (text: string) => idIn(CLAIM, text)
/** The id for a submission number as users type it. */
export const submissionIdOf = (text: string) => idIn(SUBMISSION, text)

/** Specification 8: 'Branch search failure: 'Failed to fetch branch codes'.' */
export const BRANCHES_FAILED = 'Failed to fetch branch codes'
