import type { Day } from '../../calendar/day.ts'
import { sameName } from '../../text/same-name.ts'
import type { CompiledOption, CompiledReturnsBook } from './compile-returns-book.ts'
import { dayNumber, operatorDay } from '../day-numbers.ts'
import { matchRules, nearestChange } from './match-rules.ts'
import type { LineDecision, NearestChange, OptionVerdict, ReturnDecision, AnswerReason } from './return-decision.ts'
import type { RequestedLine, ReturnRequest, ReturnFacts, ReturnOrder, ReturnOrderLine } from '../return-order.ts'
import { gatherParcels } from '../return-parcels.ts'
import { type DayCounts, dayCounts, daysMask, deadlineOf, lastAllowedDay, type ReturnWindow } from './return-window.ts'
import type { Destination, OutcomeName, Resolution, ReturnAnswer } from './returns-book.ts'
import { allRules, intersectInto, firstInBoth, maskAt, maskNamed, uniteInto, type RuleMask } from './rule-masks.ts'

/** Everything computed once per order. */
type OrderView = {
  readonly order: ReturnOrder
  readonly facts: ReturnFacts
  readonly compiled: CompiledReturnsBook
  readonly counts: DayCounts
  readonly masks: Readonly<Record<OrderCondition, RuleMask>>
  readonly verdicts: ReadonlyMap<string, OptionVerdict>
}
type OrderCondition =
  | 'countries'
  | 'regions'
  | 'customer'
  | 'orderValue'
  | 'earlierReturns'
  | 'deliveryException'
  | 'ordered'

/**
 * Decides which lines of an order can come back, until when, at what fee, how and where to, with reasons. Pure: the
 * same arguments give the same decision.
 * Each outcome is decided by the first rule whose conditions hold and that sets it. If no rule gives an answer, the
 * line needs a manual review. Days end at midnight in London.
 */
export function decideReturn(
  order: ReturnOrder,
  facts: ReturnFacts,
  request: ReturnRequest,
  compiled: CompiledReturnsBook,
  now: Date,
): ReturnDecision {
  const view = viewOrder(order, facts, compiled, operatorDay(now))
  const taken = new Map<number, number>()
  const lines = request.lines.map((line) => {
    const before = taken.get(line.lineNumber) ?? 0
    taken.set(line.lineNumber, before + line.quantity)
    return decideLine(view, line, before)
  })
  const parcels = gatherParcels(lines, { order, compiled, oneParcel: request.oneParcel === true })
  return {
    bookVersion: compiled.book.version,
    day: view.counts.today,
    answer: answerOfAll(lines),
    lines,
    parcels,
    fee:
      parcels.reduce((sum, { fee }) => sum + fee, 0) +
      lines.reduce((most, { answer, keep, fee }) => (answer === 'allowed' && keep ? Math.max(most, fee) : most), 0),
  }
}

function answerOfAll(lines: readonly LineDecision[]): ReturnDecision['answer'] {
  if (lines.length === 0 || lines.some(({ answer }) => answer === 'review')) return 'review'
  const refused = lines.filter(({ answer }) => answer === 'refused').length
  return refused === 0 ? 'allowed' : refused === lines.length ? 'refused' : 'part'
}

function viewOrder(order: ReturnOrder, facts: ReturnFacts, compiled: CompiledReturnsBook, today: Day): OrderView {
  const { names, either, figures, earlier } = compiled
  const counts = dayCounts(order, today)
  const earlierReturns = allRules(compiled.allowing.length)
  if (earlier.length > 0) {
    const ages = facts.earlierReturns.map((day) => counts.todayNumber - dayNumber(day))
    for (const { days, masks } of earlier)
      intersectInto(earlierReturns, maskAt(masks, ages.filter((age) => age >= 0 && age <= days).length))
  }
  const verdicts = new Map<string, OptionVerdict>()
  for (const option of compiled.options.values()) verdicts.set(option.id, judgeOption(option, order, compiled))
  return {
    order,
    facts,
    compiled,
    counts,
    masks: {
      countries: maskNamed(names.countries, order.country),
      regions:
        order.region !== null && order.country === compiled.book.homeCountry
          ? maskNamed(names.regions, order.region)
          : names.regions.elsewhere,
      customer: either.customer[order.customer === 'trade' ? 1 : 0],
      orderValue: maskAt(figures.orderValue, order.value),
      earlierReturns,
      deliveryException: either.deliveryException[facts.hadDeliveryException ? 1 : 0],
      ordered: maskAt(figures.ordered, counts.orderedNumber),
    },
    verdicts,
  }
}

function judgeOption(option: CompiledOption, order: ReturnOrder, { book }: CompiledReturnsBook): OptionVerdict {
  const isHome = order.country === book.homeCountry
  const why = !option.active
    ? 'retired'
    : option.countries.length > 0 && !option.countries.includes(order.country)
      ? 'country'
      : isHome && option.regions.length > 0 && !option.regions.includes(order.region ?? '')
        ? 'region'
        : 'offered'
  return { id: option.id, why, value: null, limit: null }
}

/** The rules that each condition accepts for a line, in the order of {@link CONDITIONS}; days come last. */
function lineMasks(view: OrderView, line: ReturnOrderLine, request: RequestedLine, reason: string): RuleMask[] {
  const { compiled, masks } = view
  const { names, figures, either } = compiled
  return [
    maskNamed(names.skus, sameName(line.sku)),
    categoryMask(compiled, line.categories),
    masks.countries,
    masks.regions,
    masks.customer,
    maskNamed(names.reasons, sameName(reason)),
    maskAt(figures.quantity, request.quantity),
    maskAt(figures.lineValue, line.value),
    masks.orderValue,
    masks.earlierReturns,
    either.serialNumbered[line.serialNumbered ? 1 : 0],
    masks.deliveryException,
    masks.ordered,
    daysMask(compiled, view.counts, 0),
  ]
}

function categoryMask({ names }: CompiledReturnsBook, categories: readonly string[]): RuleMask {
  const [only, ...others] = categories
  const first = maskNamed(names.categories, only ?? '')
  if (others.length === 0) return first
  const any = first.slice()
  for (const category of others) uniteInto(any, maskNamed(names.categories, category))
  return any
}

/** Only answers by rules can change with the days. */
const IN_TIME: ReadonlySet<AnswerReason> = new Set(['rule', 'no-rule', 'too-late'])

function decideLine(view: OrderView, request: RequestedLine, before: number): LineDecision {
  const { compiled, order } = view
  const line = order.lines.find(({ lineNumber }) => lineNumber === request.lineNumber)
  const reason = compiled.reasons.get(sameName(request.reason))
  if (!line) return undecided(request, 'no-such-line', 'refused', null)
  const code = reason?.code ?? request.reason
  const masks = lineMasks(view, line, request, code)
  const { timeless, matching } = matchRules(compiled, masks)
  const at = (name: OutcomeName) => firstInBoth(matching, compiled.saying[name])
  const places = {
    answer: at('answer'),
    until: at('until'),
    fee: at('fee'),
    resolutions: at('resolutions'),
    options: at('options'),
    keep: at('keep'),
  }
  const ruleOf = (name: OutcomeName) => compiled.rules[places[name]]
  const answerRule = ruleOf('answer')
  const until = ruleOf('until')?.outcomes.until ?? null
  const open: ReturnWindow = { compiled, counts: view.counts, timeless, deadline: deadlineOf(until, view.counts) }
  const keep = ruleOf('keep')?.outcomes.keep ?? false
  const resolutions = ruleOf('resolutions')?.outcomes.resolutions ?? (['refund'] as const)
  const options = keep ? [] : judgeOptions(view, line, request, ruleOf('options')?.outcomes.options ?? null)
  const isReason = reason !== undefined
  const verdict = answerLine({ view, line, request, before, isReason, answerRule, open, keep, options, resolutions })
  const outcome = verdict.why === 'rule' ? answerRule?.outcomes.answer : null
  const time = IN_TIME.has(verdict.why) ? lastAllowedDay(open, verdict.answer) : null
  return {
    lineNumber: line.lineNumber,
    sku: line.sku,
    quantity: request.quantity,
    reason: code,
    ...verdict,
    text: outcome?.text ?? '',
    exemption: outcome?.exemption ?? null,
    until: verdict.answer === 'allowed' ? time : null,
    fee: compiled.fees[places.fee] ?? 0,
    resolutions,
    keep,
    options,
    destination: verdict.answer === 'allowed' ? destinationOf(view, options) : null,
    decidedBy: decidersOf(compiled, places),
    held: masks,
    change:
      verdict.change ??
      nearestChange({ compiled, masks, answer: verdict.answer, why: verdict.why, time, place: places.answer }),
  }
}

function decidersOf({ rules }: CompiledReturnsBook, places: Readonly<Record<OutcomeName, number>>) {
  return {
    answer: rules[places.answer]?.id ?? null,
    until: rules[places.until]?.id ?? null,
    fee: rules[places.fee]?.id ?? null,
    resolutions: rules[places.resolutions]?.id ?? null,
    options: rules[places.options]?.id ?? null,
    keep: rules[places.keep]?.id ?? null,
  }
}

type AnswerInput = {
  view: OrderView
  line: ReturnOrderLine
  request: RequestedLine
  /** Pieces of the same line requested earlier in this return. */
  before: number
  isReason: boolean
  answerRule: CompiledReturnsBook['rules'][number] | undefined
  open: ReturnWindow
  keep: boolean
  options: readonly OptionVerdict[]
  resolutions: readonly Resolution[]
}
type Verdict = { answer: ReturnAnswer; why: AnswerReason; change?: NearestChange }

function answerLine(input: AnswerInput): Verdict {
  const { view, line, request, before, isReason, answerRule, open, keep, options, resolutions } = input
  const lineFacts = view.facts.lines.find(({ lineNumber }) => lineNumber === line.lineNumber)
  const left = (lineFacts?.returnable ?? line.quantity) - before
  if (left <= 0) return { answer: 'refused', why: lineFacts?.sent === 0 ? 'not-sent' : 'already-returned' }
  if (request.quantity > left) return { answer: 'refused', why: 'too-many', change: { kind: 'quantity', atMost: left } }
  const answer = answerRule?.outcomes.answer?.answer
  if (answer === undefined) return { answer: 'review', why: 'no-rule' }
  if (answer !== 'allowed') return { answer, why: 'rule' }
  if (open.deadline !== null && open.counts.todayNumber > open.deadline) return { answer: 'refused', why: 'too-late' }
  if (!isReason) return { answer: 'review', why: 'no-such-reason' }
  if (request.serials?.some((serial) => !lineFacts?.serials.some((one) => sameName(one) === sameName(serial))))
    return { answer: 'review', why: 'serial-not-despatched' }
  if (request.resolution !== undefined && !resolutions.includes(request.resolution))
    return { answer: 'refused', why: 'other-resolution', change: { kind: 'resolution', resolutions } }
  if (!keep && !options.some(({ why }) => why === 'offered')) return { answer: 'review', why: 'no-option' }
  return { answer, why: 'rule' }
}

/** Judges the options for a line: those that a rule names, in its order, else all. */
function judgeOptions(
  { compiled, verdicts }: OrderView,
  line: ReturnOrderLine,
  request: RequestedLine,
  named: readonly string[] | null,
): OptionVerdict[] {
  const ids = named ?? compiled.allOptions.map(({ id }) => id)
  return ids.map((id) => {
    const option = compiled.options.get(id)
    const verdict = verdicts.get(id)
    if (!option || !verdict) return { id, why: 'not-there', value: null, limit: null }
    if (verdict.why !== 'offered') return verdict
    const weight = (line.weight ?? 0) * request.quantity
    if (option.grams !== null && weight > option.grams) return { id, why: 'weight', value: weight, limit: option.grams }
    if (option.millimetres !== null && (line.length ?? 0) > option.millimetres)
      return { id, why: 'length', value: line.length, limit: option.millimetres }
    return verdict
  })
}

function destinationOf({ compiled }: OrderView, options: readonly OptionVerdict[]): Destination | null {
  const first = options.find(({ why }) => why === 'offered')
  return (first && compiled.options.get(first.id)?.destination) ?? null
}

const NO_DECIDERS = { answer: null, until: null, fee: null, resolutions: null, options: null, keep: null }

/** The decision for a line that the order does not have. */
function undecided(
  request: RequestedLine,
  why: AnswerReason,
  answer: ReturnAnswer,
  change: NearestChange | null,
): LineDecision {
  return {
    lineNumber: request.lineNumber,
    sku: '',
    quantity: request.quantity,
    reason: request.reason,
    answer,
    why,
    text: '',
    exemption: null,
    until: null,
    fee: 0,
    resolutions: [],
    keep: false,
    options: [],
    destination: null,
    decidedBy: NO_DECIDERS,
    held: [],
    change,
  }
}
