import type { CompiledReturnsBook } from './compile-returns-book.ts'
import { dayNumber } from '../day-numbers.ts'
import { decideReturn } from './decide-return.ts'
import { type Cases, findCaseOutside, EVERY_CASE, casesMeeting, type ReturnCase, casesWithin } from './return-cases.ts'
import type { LineDecision, ReturnDecision } from './return-decision.ts'
import type { Fault, LawCode, OutcomeName, ReturnRule } from './returns-book.ts'
import { sameName } from '../../text/same-name.ts'

/**
 * Minimum rights of consumers. Days count from the day after delivery of the order's last item. Counsel confirms them
 * for each client.
 */
export const LAWS: Readonly<
  Record<LawCode, { readonly cancelDays: number; readonly faultyDays: number; readonly faultyRefund: boolean }>
> = {
  // Consumer Contracts Regulations 2013 (cancelling); Consumer Rights Act 2015 (rejecting what is faulty).
  GB: { cancelDays: 14, faultyDays: 30, faultyRefund: true },
  // Directives 2011/83 (withdrawing) and 2019/771 (two years; repair or replacement first).
  EU: { cancelDays: 14, faultyDays: 730, faultyRefund: false },
}

/** Faults that make goods faulty in law: not what was sold, or not in the condition sold. */
export const FAULTY: ReadonlySet<Fault> = new Set<Fault>(['retailer', 'carrier', 'warehouse'])

export const BREACHES = [
  'cancel-refused',
  'cancel-too-late',
  'cancel-without-refund',
  'faulty-refused',
  'faulty-too-late',
  'faulty-without-refund',
  'faulty-fee',
  'faulty-at-shoppers-cost',
] as const
export type BreachKind = (typeof BREACHES)[number]

/** A case in which a book breaks the law. `rule` decided it; null: no rule prevents it. */
export type Breach = { readonly kind: BreachKind; readonly rule: string | null; readonly example: ReturnCase }

/** Maximum days from order to delivery in the cases examined: the law gives a trader no longer to deliver. */
const DELIVERED_WITHIN = 30

type BreachCheck = {
  kind: BreachKind
  legal: Cases
  outcome: OutcomeName
  asksFor: (rule: ReturnRule) => Cases | null
  isBreach: (line: LineDecision, decision: ReturnDecision) => boolean
}

/** Long work that pauses at each yield so that other work can run. */
export type InParts<Result> = Generator<undefined, Result>

/** Finds cases in which a book breaks its client's law, one for each offending rule. The engine decides each case. */
export function* breachesInParts(compiled: CompiledReturnsBook): InParts<Breach[]> {
  const breaches: Breach[] = []
  for (const check of breachChecks(compiled)) {
    const saying = compiled.rules.filter((rule) => rule.outcomes[check.outcome] !== null)
    for (const [index, rule] of saying.entries()) {
      const lawfulCases = check.asksFor(rule)
      const cases = lawfulCases && casesMeeting(lawfulCases, rule.conditions, compiled)
      const example = cases && (yield* findBreach(compiled, check, cases, saying.slice(0, index)))
      if (example) breaches.push({ kind: check.kind, rule: rule.id, example })
    }
    if (check.kind !== 'faulty-at-shoppers-cost' && !check.kind.endsWith('-without-refund')) continue
    // Without a rule that sets it, all options are offered and refunds are given.
    const silent = yield* findBreach(compiled, check, check.legal, saying)
    if (silent) breaches.push({ kind: check.kind, rule: null, example: silent })
  }
  return breaches
}

/**
 * Finds a breach among cases that match none of the earlier rules. If no rule answers there directly, it searches the
 * cases that each allowing rule covers.
 */
function* findBreach(
  compiled: CompiledReturnsBook,
  check: BreachCheck,
  cases: Cases,
  before: readonly ReturnRule[],
): InParts<ReturnCase | undefined> {
  const verified = (example: ReturnCase | undefined) => {
    if (!example) return undefined
    const decision = decideReturn(example.order, example.facts, example.request, compiled, example.now)
    const [line] = decision.lines
    return line && check.isBreach(line, decision) ? example : undefined
  }
  yield
  const plain = verified(findCaseOutside(cases, before, compiled))
  if (plain || check.outcome === 'answer') return plain
  const answering = compiled.rules.filter(({ outcomes }) => outcomes.answer !== null)
  for (const [index, rule] of answering.entries()) {
    if (rule.outcomes.answer?.answer !== 'allowed') continue
    yield
    const narrower = casesMeeting(cases, rule.conditions, compiled)
    const found = verified(findCaseOutside(narrower, [...before, ...answering.slice(0, index)], compiled))
    if (found) return found
  }
  return undefined
}

const isRefused = ({ answer, why }: LineDecision) => answer === 'refused' && why === 'rule'
const isLate = ({ why }: LineDecision) => why === 'too-late'
const hasNoRefund = ({ answer, resolutions }: LineDecision) => answer === 'allowed' && !resolutions.includes('refund')

function breachChecks(compiled: CompiledReturnsBook): BreachCheck[] {
  const { cancelDays, faultyDays, faultyRefund } = LAWS[compiled.book.law]
  const consumer: Cases = { ...EVERY_CASE, flags: { trade: false } }
  const since = (days: number) =>
    casesWithin(
      casesWithin(casesWithin(consumer, 'delivery', 0, days), 'despatch', 0, days + DELIVERED_WITHIN),
      'order',
      0,
      days + DELIVERED_WITHIN,
    )
  const faultyCodes = compiled.book.reasons.filter(({ fault }) => FAULTY.has(fault)).map(({ code }) => sameName(code))
  const withFaultyReason = (cases: Cases): Cases => ({
    ...cases,
    names: { ...cases.names, reason: { among: new Set(faultyCodes), not: new Set() } },
  })
  const [cancel, faulty] = [since(cancelDays), withFaultyReason(since(faultyDays))]
  return [...cancellationChecks(cancel), ...faultyGoodsChecks(faulty, faultyRefund)]
}

const cancellationChecks = (cancel: Cases): BreachCheck[] => [
  {
    kind: 'cancel-refused',
    legal: cancel,
    outcome: 'answer',
    asksFor: ({ outcomes: { answer } }) => (answer?.answer === 'refused' && answer.exemption === null ? cancel : null),
    isBreach: isRefused,
  },
  {
    kind: 'cancel-too-late',
    legal: cancel,
    outcome: 'until',
    asksFor: (rule) => lateFor(rule, cancel),
    isBreach: isLate,
  },
  {
    kind: 'cancel-without-refund',
    legal: cancel,
    outcome: 'resolutions',
    asksFor: ({ outcomes }) => (outcomes.resolutions?.includes('refund') ? null : cancel),
    isBreach: hasNoRefund,
  },
]

const faultyGoodsChecks = (faulty: Cases, isRefundDue: boolean): BreachCheck[] => [
  {
    kind: 'faulty-refused',
    legal: faulty,
    outcome: 'answer',
    asksFor: ({ outcomes: { answer } }) => (answer?.answer === 'refused' ? faulty : null),
    isBreach: isRefused,
  },
  {
    kind: 'faulty-too-late',
    legal: faulty,
    outcome: 'until',
    asksFor: (rule) => lateFor(rule, faulty),
    isBreach: isLate,
  },
  ...(isRefundDue
    ? [
        {
          kind: 'faulty-without-refund' as const,
          legal: faulty,
          outcome: 'resolutions' as const,
          asksFor: ({ outcomes }: ReturnRule) => (outcomes.resolutions?.includes('refund') ? null : faulty),
          isBreach: hasNoRefund,
        },
      ]
    : []),
  {
    kind: 'faulty-fee',
    legal: faulty,
    outcome: 'fee',
    asksFor: ({ outcomes }) => (Number(outcomes.fee) > 0 ? faulty : null),
    isBreach: ({ answer, fee }) => answer === 'allowed' && fee > 0,
  },
  {
    kind: 'faulty-at-shoppers-cost',
    legal: faulty,
    outcome: 'options',
    asksFor: () => faulty,
    isBreach: ({ answer, keep }, { parcels }) =>
      answer === 'allowed' && !keep && parcels.every(({ options }) => options.every((one) => one.shopperPays > 0)),
  },
]

/** The lawful cases that are too late for a rule's window. */
function lateFor({ outcomes: { until } }: ReturnRule, legal: Cases): Cases | null {
  if (until === null || (until.days === null && until.day === null)) return null
  const late = until.days === null ? legal : casesWithin(legal, until.since, until.days + 1, Number.MAX_SAFE_INTEGER)
  return until.day === null ? late : { ...late, after: dayNumber(until.day) }
}
