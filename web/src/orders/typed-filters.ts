import type { WorkChoice, WorkCounts } from '@despatch/contract/orders/order-criteria'
import { DELAYS } from '@despatch/domain/orders/delays'
import { DISPATCH_SERVICES } from '@despatch/domain/routing/dispatch-service'
import { FILTER_NAMES, workValueLabel } from './order-choice-chips.tsx'
import type { WorkOrderKind, WorkOrderSearch } from './commands/work-order-queries.ts'
import { ME } from './filter-values.ts'

/** Filters found in a text, and their description. */
export type TypedFilters = { readonly asks: Partial<WorkOrderSearch>; readonly says: string }

type Phrase = {
  readonly text: string
  readonly says: string
  readonly asks: Partial<WorkOrderSearch>
  /** The filter to invert. */
  readonly isNot?: WorkChoice
}

const TIMES: readonly Phrase[] = (
  [
    [['today', 'due today'], 'today', 'Despatch today'],
    [['tomorrow', 'due tomorrow'], 'tomorrow', 'Despatch tomorrow'],
    [['past', 'late', 'overdue', 'past despatch day'], 'past', 'Overdue'],
    [['due'], 'due', 'Due today or earlier'],
  ] as const
).flatMap(([texts, despatch, says]) =>
  texts.map((text) => ({ text, says, asks: { despatch, despatchFrom: '', despatchTo: '' } })),
)
const STATES: readonly Phrase[] = [
  { text: 'no carrier', says: 'No carrier', asks: { noCarrier: 'only' } },
  { text: 'cut-off soon', says: 'Cut-off within 2 hours', asks: { cutOff: 'soon' } },
  { text: 'cut-off missed', says: 'Cut-off missed', asks: { cutOff: 'missed' } },
  { text: 'part sent', says: DELAYS.partSent.title, asks: { delay: 'partSent' } },
  { text: 'picking late', says: DELAYS.pickingLate.title, asks: { delay: 'pickingLate' } },
  { text: 'picking past despatch day', says: DELAYS.pickingLate.title, asks: { delay: 'pickingLate' } },
  { text: 'needs attention', says: 'Needs attention', asks: { attention: 'only' } },
  { text: 'attention', says: 'Needs attention', asks: { attention: 'only' } },
  { text: 'short', says: 'Short of stock', asks: { attention: 'stock' } },
  { text: 'short of stock', says: 'Short of stock', asks: { attention: 'stock' } },
  { text: 'mine', says: 'Assigned to me', asks: { assignee: [ME] } },
  { text: 'new', says: 'New', asks: { status: ['N'] } },
  { text: 'released', says: 'Released', asks: { status: ['R'] } },
  { text: 'suspended', says: 'Suspended', asks: { status: ['S'] } },
]

const MAX_WORDS = 8
/** Shorter prefixes match too many values. */
const MIN_PREFIX = 2

/**
 * Reads a text as filters: 'dpd next day today', 'not evri'. Undefined if a word is no filter value, as in an order
 * reference, or if words contradict each other. A prefix of several values selects all of them ('dpd' for DPD UK and
 * DPD Pickup). `isNot` lists the filters that are inverted at present.
 */
export function typedFilters(
  text: string,
  values: WorkCounts['values'],
  { defaultStatuses }: Pick<WorkOrderKind, 'defaultStatuses'>,
  isNot: readonly string[] = [],
): TypedFilters | undefined {
  const words = normalise(text).split(' ').filter(Boolean)
  if (words.length === 0 || words.length > MAX_WORDS) return undefined
  const phrases = [
    ...TIMES,
    ...STATES.filter(({ asks }) => asks.status?.every((one) => defaultStatuses.includes(one)) ?? true),
  ]
  const phraseOf = (one: string) => phrases.find(({ text: known }) => known === one) ?? readValues(one, values)
  const read = readPhrases(words, phraseOf)
  const asks = read && combinePhrases(read, isNot)
  return asks && { asks, says: read.map(({ says }) => says).join(', ') }
}

/** Combines phrases: values of one filter are alternatives; undefined if filters contradict each other. */
function combinePhrases(phrases: readonly Phrase[], isNotNow: readonly string[]): Partial<WorkOrderSearch> | undefined {
  const all: Record<string, unknown> = {}
  for (const { asks } of phrases)
    for (const [name, value] of Object.entries(asks)) {
      const before = all[name]
      if (Array.isArray(value)) all[name] = [...new Set([...(Array.isArray(before) ? before : []), ...value])]
      else if (before === undefined || before === value) all[name] = value
      else return undefined
    }
  const isNot = new Set(phrases.flatMap((phrase) => phrase.isNot ?? []))
  if (phrases.some((phrase) => !phrase.isNot && Object.keys(phrase.asks).some((name) => isNot.has(name as WorkChoice))))
    return undefined
  const stillInverted = isNotNow.filter((name) => !(name in all))
  return {
    ...all,
    ...((isNot.size > 0 || stillInverted.length < isNotNow.length) && { isNot: [...stillInverted, ...isNot] }),
  }
}

/** Splits words into phrases, each as long as possible while the rest can still be read. */
function readPhrases(
  words: readonly string[],
  phraseOf: (text: string) => Phrase | undefined,
): readonly Phrase[] | undefined {
  if (words.length === 0) return []
  for (let count = words.length; count > 0; count -= 1) {
    const phrase = phraseOf(words.slice(0, count).join(' '))
    const rest = phrase && readPhrases(words.slice(count), phraseOf)
    if (rest) return [phrase, ...rest]
  }
  return undefined
}

const CHOICES: readonly WorkChoice[] = [
  'dispatchService',
  'carrier',
  'method',
  'clientCode',
  'country',
  'suspendedFor',
  'source',
  'tag',
]

/** Values of a filter whose names match or start with a text; 'not evri' inverts the filter. */
function readValues(text: string, values: WorkCounts['values']): Phrase | undefined {
  const named = /^(?:not|except) (.+)$/.exec(text)?.[1]
  const but = named && readValues(named, values)
  const [choice] = but ? CHOICES.filter((one) => one in but.asks) : []
  if (but && choice && !but.isNot)
    return { ...but, text, says: but.says.replace(FILTER_NAMES[choice], `${FILTER_NAMES[choice]} not`), isNot: choice }
  const services = DISPATCH_SERVICES.map((value) => ({ choice: 'dispatchService' as const, value, title: value }))
  const known = [...services, ...values].map((one) => ({ ...one, label: workValueLabel(one.choice, one) }))
  const tests = [
    (name: string) => name === text,
    (name: string) => text.length >= MIN_PREFIX && name.startsWith(`${text} `),
  ]
  for (const isNamed of tests)
    for (const choice of CHOICES) {
      const of = known.filter(
        (one) => one.choice === choice && [one.label, one.value].some((name) => isNamed(normalise(name))),
      )
      if (of.length === 0) continue
      const labels = [...new Map(of.map(({ value, label }) => [value, label])).entries()]
      return {
        text,
        says: `${FILTER_NAMES[choice]} ${labels.map(([, label]) => label).join(' or ')}`,
        asks: { [choice]: labels.map(([value]) => value) },
      }
    }
  return undefined
}

const normalise = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
