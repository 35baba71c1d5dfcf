import { sameName } from '../../text/same-name.ts'
import type { CompiledReturnsBook } from './compile-returns-book.ts'
import { offeredReasonCodes } from '../offered-reason-codes.ts'
import { findCaseOutside, findCase, EVERY_CASE, casesMeeting, type ReturnCase } from './return-cases.ts'
import { type BreachKind, breachesInParts, type InParts } from './return-law.ts'
import { type Destination, type OutcomeName, OUTCOMES, type ReturnOption, type ReturnRule } from './returns-book.ts'

/** A finding in a returns book, with a return that shows it if there is one. */
export type ReturnsFinding = { readonly example: ReturnCase | null } & (
  | { readonly kind: 'breach'; readonly breach: BreachKind; readonly rule: string | null }
  /** No return can meet all of its conditions. */
  | { readonly kind: 'contradiction'; readonly rule: string }
  /** Rules above it decide all of its outcomes in every case that it covers. */
  | { readonly kind: 'never-fires'; readonly rule: string; readonly beatenBy: readonly string[] }
  | { readonly kind: 'says-nothing'; readonly rule: string }
  | { readonly kind: 'option-not-there'; readonly rule: string; readonly option: string }
  | { readonly kind: 'no-option-in-country'; readonly country: string; readonly rule: string | null }
  | { readonly kind: 'destination-unreached'; readonly destination: Destination; readonly options: readonly string[] }
  | { readonly kind: 'option-unreached'; readonly option: string }
  | { readonly kind: 'reason-of-nobody'; readonly reason: string; readonly why: 'group-retired' | 'group-empty' }
  | { readonly kind: 'no-reasons' }
  /** Some returns match no rule and need a manual review. */
  | { readonly kind: 'uncovered' }
)

/** Facts beyond the book that its check uses. */
export type ReturnsCheckContext = {
  /** Countries to which the client's orders go. */
  readonly countries: readonly string[]
}

/**
 * Checks a returns book: breaches of the law (with a case for each), rules that contradict themselves or never fire,
 * countries without an option, destinations and options that no rule leads to, reasons never offered, and returns that
 * no rule answers.
 * It looks for cases with the engine itself, up to a number of steps: in very large books it can miss findings.
 */
export const checkReturnsBook = (compiled: CompiledReturnsBook, context: ReturnsCheckContext): ReturnsFinding[] =>
  runToEnd(checkInParts(compiled, context))

function runToEnd<Result>(work: InParts<Result>): Result {
  for (let part = work.next(); ; part = work.next()) if (part.done) return part.value
}

/** {@link checkReturnsBook} as a generator that yields between rules, so that other work can run. */
export function* checkInParts(compiled: CompiledReturnsBook, context: ReturnsCheckContext): InParts<ReturnsFinding[]> {
  const { book, rules } = compiled
  if (offeredReasonCodes(compiled).length === 0)
    return rules.length === 0 ? [] : [{ kind: 'no-reasons', example: null }, ...(yield* ruleFindings(compiled, false))]
  const uncovered = findCaseOutside(EVERY_CASE, saying(rules, 'answer'), compiled)
  return [
    ...(yield* breachesInParts(compiled)).map(({ kind, rule, example }) => ({
      kind: 'breach' as const,
      breach: kind,
      rule,
      example,
    })),
    ...(yield* ruleFindings(compiled, true)),
    ...(yield* optionFindings(compiled, context)),
    ...reasonFindings(compiled),
    ...(uncovered && book.rules.length > 0 ? [{ kind: 'uncovered' as const, example: uncovered }] : []),
  ]
}

/** Whether a finding is a breach of the law, which blocks publishing unless someone gives a reason. */
export const isBreach = (finding: ReturnsFinding): finding is ReturnsFinding & { kind: 'breach' } =>
  finding.kind === 'breach'

const saying = (rules: readonly ReturnRule[], name: OutcomeName) =>
  rules.filter(({ outcomes }) => outcomes[name] !== null)

function* ruleFindings(compiled: CompiledReturnsBook, hasReasons: boolean): InParts<ReturnsFinding[]> {
  const findings: ReturnsFinding[] = []
  for (const index of compiled.rules.keys()) {
    yield
    findings.push(...findingsOfRule(compiled, index, hasReasons))
  }
  return findings
}

function findingsOfRule(compiled: CompiledReturnsBook, index: number, hasReasons: boolean): ReturnsFinding[] {
  const rule = compiled.rules[index]
  if (!rule) return []
  const decided = OUTCOMES.filter((name) => rule.outcomes[name] !== null)
  if (decided.length === 0) return [{ kind: 'says-nothing', rule: rule.id, example: null }]
  const inactive = (rule.outcomes.options ?? []).filter((id) => compiled.options.get(id)?.active !== true)
  const missing = inactive.map((option) => ({
    kind: 'option-not-there' as const,
    rule: rule.id,
    option,
    example: null,
  }))
  if (!hasReasons) return missing
  const cases = casesMeeting(EVERY_CASE, rule.conditions, compiled)
  if (!findCase(cases, compiled)) return [{ kind: 'contradiction', rule: rule.id, example: null }, ...missing]
  const above = compiled.rules.slice(0, index)
  if (decided.some((name) => findCaseOutside(cases, saying(above, name), compiled))) return missing
  const beatenBy = above.filter(
    ({ outcomes, conditions }) =>
      decided.some((name) => outcomes[name] !== null) && findCase(casesMeeting(cases, conditions, compiled), compiled),
  )
  const example = findCase(cases, compiled) ?? null
  return [{ kind: 'never-fires', rule: rule.id, beatenBy: beatenBy.map(({ id }) => id), example }, ...missing]
}

const serves = ({ active, countries }: ReturnOption, country: string) =>
  active && (countries.length === 0 || countries.includes(country))

function* optionFindings(compiled: CompiledReturnsBook, context: ReturnsCheckContext): InParts<ReturnsFinding[]> {
  const { book, rules } = compiled
  const choosing = saying(rules, 'options')
  const isOpen = findCaseOutside(EVERY_CASE, choosing, compiled) !== undefined
  const chosen = new Set<string>()
  for (const [index, rule] of choosing.entries()) {
    yield
    const cases = casesMeeting(EVERY_CASE, rule.conditions, compiled)
    if (findCaseOutside(cases, choosing.slice(0, index), compiled))
      for (const id of rule.outcomes.options ?? []) chosen.add(id)
  }
  const active = book.options.filter((option) => option.active)
  const isReached = ({ id }: ReturnOption) => isOpen || chosen.has(id)
  const dead = [...Map.groupBy(active, ({ destination }) => destination)].flatMap(
    ([destination, options]): ReturnsFinding[] => {
      if (options.every(isReached)) return []
      if (!options.some(isReached))
        return [{ kind: 'destination-unreached', destination, options: options.map(({ id }) => id), example: null }]
      return options
        .filter((option) => !isReached(option))
        .map(({ id }) => ({ kind: 'option-unreached', option: id, example: null }))
    },
  )
  const countries = new Set([
    book.homeCountry,
    ...context.countries,
    ...book.options.flatMap((option) => option.countries),
    ...rules.flatMap(({ conditions }) => conditions.countries),
  ])
  const findings = [...dead]
  if (rules.length === 0) return findings
  for (const country of [...countries].toSorted()) findings.push(...(yield* withoutOption(compiled, country)))
  return findings
}

/** Finds a case in which a return from a country is allowed but no option serves it. */
function* withoutOption(compiled: CompiledReturnsBook, country: string): InParts<ReturnsFinding[]> {
  const { rules, book } = compiled
  const inCountry = {
    ...EVERY_CASE,
    names: { ...EVERY_CASE.names, country: { among: new Set([country]), not: new Set<string>() } },
  }
  const answering = saying(rules, 'answer')
  const keeping = rules.filter(({ outcomes }) => outcomes.keep === true)
  const lacking = saying(rules, 'options').filter(
    ({ outcomes }) =>
      !outcomes.options?.some((id) => book.options.some((one) => one.id === id && serves(one, country))),
  )
  const hasAny = book.options.some((option) => serves(option, country))
  for (const rule of hasAny ? lacking : [null, ...lacking]) {
    const ruleCases = rule ? casesMeeting(inCountry, rule.conditions, compiled) : inCountry
    const above = rule ? saying(rules.slice(0, rules.indexOf(rule)), 'options') : saying(rules, 'options')
    for (const [index, allowing] of answering.entries()) {
      if (allowing.outcomes.answer?.answer !== 'allowed') continue
      yield
      const cases = casesMeeting(ruleCases, allowing.conditions, compiled)
      const example = findCaseOutside(cases, [...above, ...answering.slice(0, index), ...keeping], compiled)
      if (example) return [{ kind: 'no-option-in-country', country, rule: rule?.id ?? null, example }]
    }
  }
  return []
}

function reasonFindings({ book }: CompiledReturnsBook): ReturnsFinding[] {
  const active = new Set(book.reasons.flatMap((reason) => (reason.active ? [sameName(reason.code)] : [])))
  const groups = new Set(book.reasons.flatMap(({ parent }) => (parent === null ? [] : [sameName(parent)])))
  const activeGroups = new Set(
    book.reasons.flatMap((reason) => (reason.active && reason.parent !== null ? [sameName(reason.parent)] : [])),
  )
  return book.reasons.flatMap(({ active: is, code, parent }): ReturnsFinding[] => {
    if (!is) return []
    if (parent !== null && !active.has(sameName(parent)))
      return [{ kind: 'reason-of-nobody', reason: code, why: 'group-retired', example: null }]
    return groups.has(sameName(code)) && !activeGroups.has(sameName(code))
      ? [{ kind: 'reason-of-nobody', reason: code, why: 'group-empty', example: null }]
      : []
  })
}
