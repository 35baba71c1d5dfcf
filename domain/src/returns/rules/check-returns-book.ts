import { sameName } from '../../text/same-name.ts'
import type { CompiledReturnsBook } from './compile-returns-book.ts'
import { askable } from '../askable.ts'
import { caseBeside, caseOf, EVERY_CASE, meeting, type ReturnCase } from './return-cases.ts'
import { type BreachKind, breachesInParts, type InParts } from './return-law.ts'
import { type Destination, type OutcomeName, OUTCOMES, type ReturnOption, type ReturnRule } from './returns-book.ts'

/** One thing in a returns book that cannot be meant so, with a return that falls into it where there is one. */
export type ReturnsFinding = { readonly example: ReturnCase | null } & (
  | { readonly kind: 'breach'; readonly breach: BreachKind; readonly rule: string | null }
  /** Nothing can meet all that it asks. */
  | { readonly kind: 'contradiction'; readonly rule: string }
  /** Rules above it say all that it says, in every case that it is for. */
  | { readonly kind: 'never-fires'; readonly rule: string; readonly beatenBy: readonly string[] }
  | { readonly kind: 'says-nothing'; readonly rule: string }
  | { readonly kind: 'option-not-there'; readonly rule: string; readonly option: string }
  | { readonly kind: 'no-option-in-country'; readonly country: string; readonly rule: string | null }
  | { readonly kind: 'destination-unreached'; readonly destination: Destination; readonly options: readonly string[] }
  | { readonly kind: 'option-unreached'; readonly option: string }
  | { readonly kind: 'reason-of-nobody'; readonly reason: string; readonly why: 'group-retired' | 'group-empty' }
  | { readonly kind: 'no-reasons' }
  /** A return that no rule answers: it needs a manual review. */
  | { readonly kind: 'uncovered' }
)

/** What a book is checked beside. */
export type ReturnsCheckedBeside = {
  /** Countries that the client's orders go to. */
  readonly countries: readonly string[]
}

/**
 * Looks a returns book over: breaches of the law with the case that breaks it, rules that contradict themselves or never
 * fire, countries without an option, destinations and options that nothing leads to, reasons never offered, and returns
 * that no rule answers. Looks for cases as the engine decides them; in books in which that takes too long it finds less.
 */
export const checkReturnsBook = (compiled: CompiledReturnsBook, beside: ReturnsCheckedBeside): ReturnsFinding[] =>
  atOnce(checkInParts(compiled, beside))

function atOnce<Result>(work: InParts<Result>): Result {
  for (let part = work.next(); ; part = work.next()) if (part.done) return part.value
}

/** The same for who lets others go first between two rules. */
export function* checkInParts(compiled: CompiledReturnsBook, beside: ReturnsCheckedBeside): InParts<ReturnsFinding[]> {
  const { book, rules } = compiled
  if (askable(compiled).length === 0)
    return rules.length === 0 ? [] : [{ kind: 'no-reasons', example: null }, ...(yield* ruleFindings(compiled, false))]
  const uncovered = caseBeside(EVERY_CASE, saying(rules, 'answer'), compiled)
  return [
    ...(yield* breachesInParts(compiled)).map(({ kind, rule, example }) => ({
      kind: 'breach' as const,
      breach: kind,
      rule,
      example,
    })),
    ...(yield* ruleFindings(compiled, true)),
    ...(yield* optionFindings(compiled, beside)),
    ...reasonFindings(compiled),
    ...(uncovered && book.rules.length > 0 ? [{ kind: 'uncovered' as const, example: uncovered }] : []),
  ]
}

/** Whether a finding is a breach of the law, which stops a book from being published. */
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
  const said = OUTCOMES.filter((name) => rule.outcomes[name] !== null)
  if (said.length === 0) return [{ kind: 'says-nothing', rule: rule.id, example: null }]
  const gone = (rule.outcomes.options ?? []).filter((id) => compiled.options.get(id)?.active !== true)
  const missing = gone.map((option) => ({ kind: 'option-not-there' as const, rule: rule.id, option, example: null }))
  if (!hasReasons) return missing
  const cases = meeting(EVERY_CASE, rule.conditions, compiled)
  if (!caseOf(cases, compiled)) return [{ kind: 'contradiction', rule: rule.id, example: null }, ...missing]
  const above = compiled.rules.slice(0, index)
  if (said.some((name) => caseBeside(cases, saying(above, name), compiled))) return missing
  const beatenBy = above.filter(
    ({ outcomes, conditions }) =>
      said.some((name) => outcomes[name] !== null) && caseOf(meeting(cases, conditions, compiled), compiled),
  )
  const example = caseOf(cases, compiled) ?? null
  return [{ kind: 'never-fires', rule: rule.id, beatenBy: beatenBy.map(({ id }) => id), example }, ...missing]
}

const serves = ({ active, countries }: ReturnOption, country: string) =>
  active && (countries.length === 0 || countries.includes(country))

function* optionFindings(compiled: CompiledReturnsBook, beside: ReturnsCheckedBeside): InParts<ReturnsFinding[]> {
  const { book, rules } = compiled
  const choosing = saying(rules, 'options')
  const isOpen = caseBeside(EVERY_CASE, choosing, compiled) !== undefined
  const chosen = new Set<string>()
  for (const [index, rule] of choosing.entries()) {
    yield
    const cases = meeting(EVERY_CASE, rule.conditions, compiled)
    if (caseBeside(cases, choosing.slice(0, index), compiled))
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
    ...beside.countries,
    ...book.options.flatMap((option) => option.countries),
    ...rules.flatMap(({ conditions }) => conditions.countries),
  ])
  const findings = [...dead]
  if (rules.length === 0) return findings
  for (const country of [...countries].toSorted()) findings.push(...(yield* withoutOption(compiled, country)))
  return findings
}

/** A country from which something may come back, and no way to send it. */
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
    const asked = rule ? meeting(inCountry, rule.conditions, compiled) : inCountry
    const above = rule ? saying(rules.slice(0, rules.indexOf(rule)), 'options') : saying(rules, 'options')
    for (const [index, allowing] of answering.entries()) {
      if (allowing.outcomes.answer?.answer !== 'allowed') continue
      yield
      const cases = meeting(asked, allowing.conditions, compiled)
      const example = caseBeside(cases, [...above, ...answering.slice(0, index), ...keeping], compiled)
      if (example) return [{ kind: 'no-option-in-country', country, rule: rule?.id ?? null, example }]
    }
  }
  return []
}

function reasonFindings({ book }: CompiledReturnsBook): ReturnsFinding[] {
  const active = new Set(book.reasons.flatMap((reason) => (reason.active ? [sameName(reason.code)] : [])))
  const groups = new Set(book.reasons.flatMap(({ parent }) => (parent === null ? [] : [sameName(parent)])))
  const asked = new Set(
    book.reasons.flatMap((reason) => (reason.active && reason.parent !== null ? [sameName(reason.parent)] : [])),
  )
  return book.reasons.flatMap(({ active: is, code, parent }): ReturnsFinding[] => {
    if (!is) return []
    if (parent !== null && !active.has(sameName(parent)))
      return [{ kind: 'reason-of-nobody', reason: code, why: 'group-retired', example: null }]
    return groups.has(sameName(code)) && !asked.has(sameName(code))
      ? [{ kind: 'reason-of-nobody', reason: code, why: 'group-empty', example: null }]
      : []
  })
}
