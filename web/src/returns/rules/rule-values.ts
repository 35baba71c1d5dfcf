import type { ReturnItemOf } from '@despatch/contract/returns/rules/return-item'
import { countOrNull } from '../../kit/form/typed/typed-figure.ts'
import { isDay } from '@despatch/domain/calendar/day'
import { isMoney } from '@despatch/domain/money/money'
import {
  COUNTED_FROM,
  CUSTOMER_KINDS,
  EXEMPTIONS,
  RESOLUTIONS,
  RETURN_ANSWERS,
  type ReturnConditions,
  type ReturnOutcomes,
} from '@despatch/domain/returns/rules/returns-book'
import { z } from 'zod'
import { VERSION_FIELDS, versionsOf } from './use-return-item.ts'

type Rule = ReturnItemOf<'rule'>

const figure = z.string().regex(/^\d{0,6}$/, 'Enter a whole number like 30')
const amount = z
  .string()
  .refine((text) => text === '' || (isMoney(text) && !text.startsWith('-')), 'Enter an amount like 12.50')
const dayText = z.string().refine((text) => text === '' || isDay(text), 'Enter a date like 5 Jan 2026')
const list = z.array(z.string())
const either = z.enum(['', 'yes', 'no'])

/** Form values of a rule: empty fields are not conditions or outcomes. */
export const ruleForm = z.strictObject({
  ...VERSION_FIELDS,
  name: z.string().trim().min(1, 'Enter a name').max(100, 'Name is at most 100 characters'),
  active: z.boolean(),
  skus: list,
  categories: list,
  countries: z.array(z.string().regex(/^[A-Z]{2}$/, 'Enter an ISO country code like GB')),
  regions: z.array(z.string().regex(/^[A-Z]{1,2}$/, 'Enter a postcode area like NN')),
  reasons: list,
  customer: z.enum(['', ...CUSTOMER_KINDS]),
  since: z.enum(COUNTED_FROM),
  daysFrom: figure,
  daysTo: figure,
  orderedFrom: dayText,
  orderedTo: dayText,
  lineFrom: amount,
  lineTo: amount,
  orderFrom: amount,
  orderTo: amount,
  quantityFrom: figure,
  quantityTo: figure,
  earlierDays: figure,
  earlierFrom: figure,
  earlierTo: figure,
  serialNumbered: either,
  deliveryException: either,
  answer: z.enum(['', ...RETURN_ANSWERS]),
  text: z.string().max(500, 'At most 500 characters'),
  exemption: z.enum(['', ...EXEMPTIONS]),
  untilSince: z.enum(COUNTED_FROM),
  untilDays: figure,
  untilDay: dayText,
  fee: amount,
  resolutions: z.array(z.enum(RESOLUTIONS)),
  options: list,
  keep: either,
})
export type RuleValues = z.infer<typeof ruleForm>

export const RULE_LABELS: Readonly<Record<Exclude<keyof RuleValues, keyof typeof VERSION_FIELDS>, string>> = {
  name: 'name',
  active: 'active',
  skus: 'SKUs',
  categories: 'categories',
  countries: 'countries',
  regions: 'regions',
  reasons: 'reasons',
  customer: 'customer',
  since: 'days counted',
  daysFrom: 'from day',
  daysTo: 'to day',
  orderedFrom: 'ordered from',
  orderedTo: 'ordered to',
  lineFrom: 'line value from',
  lineTo: 'line value to',
  orderFrom: 'order value from',
  orderTo: 'order value to',
  quantityFrom: 'quantity from',
  quantityTo: 'quantity to',
  earlierDays: 'days of earlier returns',
  earlierFrom: 'earlier returns from',
  earlierTo: 'earlier returns to',
  serialNumbered: 'serial number',
  deliveryException: 'delivery exception',
  answer: 'answer',
  text: 'text',
  exemption: 'exemption',
  untilSince: 'until, counted',
  untilDays: 'until, days',
  untilDay: 'until, at least',
  fee: 'fee',
  resolutions: 'resolutions',
  options: 'options',
  keep: 'return needed',
}

const inputText = (value: number | string | null | undefined) =>
  value === null || value === undefined ? '' : String(value)
const flagText = (flag: boolean | null | undefined) => (flag === null || flag === undefined ? '' : flag ? 'yes' : 'no')

/** Initial form values. */
export function ruleValues(of: Rule | undefined): RuleValues {
  const { conditions, outcomes } = of ?? {}
  return {
    ...versionsOf(of),
    name: of?.name ?? '',
    active: of?.active ?? true,
    skus: conditions?.skus ?? [],
    categories: conditions?.categories ?? [],
    countries: conditions?.countries ?? [],
    regions: conditions?.regions ?? [],
    reasons: conditions?.reasons ?? [],
    customer: conditions?.customer ?? '',
    since: conditions?.days?.since ?? 'delivery',
    daysFrom: inputText(conditions?.days?.from),
    daysTo: inputText(conditions?.days?.to),
    orderedFrom: inputText(conditions?.ordered?.from),
    orderedTo: inputText(conditions?.ordered?.to),
    lineFrom: inputText(conditions?.lineValue?.from),
    lineTo: inputText(conditions?.lineValue?.to),
    orderFrom: inputText(conditions?.orderValue?.from),
    orderTo: inputText(conditions?.orderValue?.to),
    quantityFrom: inputText(conditions?.quantity?.from),
    quantityTo: inputText(conditions?.quantity?.to),
    earlierDays: inputText(conditions?.earlierReturns?.days),
    earlierFrom: inputText(conditions?.earlierReturns?.from),
    earlierTo: inputText(conditions?.earlierReturns?.to),
    serialNumbered: flagText(conditions?.serialNumbered),
    deliveryException: flagText(conditions?.deliveryException),
    answer: outcomes?.answer?.answer ?? '',
    text: outcomes?.answer?.text ?? '',
    exemption: outcomes?.answer?.exemption ?? '',
    untilSince: outcomes?.until?.since ?? 'delivery',
    untilDays: inputText(outcomes?.until?.days),
    untilDay: inputText(outcomes?.until?.day),
    fee: outcomes?.fee ?? '',
    resolutions: outcomes?.resolutions ?? [],
    options: outcomes?.options ?? [],
    keep: flagText(outcomes?.keep),
  }
}

const textOf = (text: string) => (text === '' ? null : text)
const flagOf = (text: '' | 'yes' | 'no') => (text === '' ? null : text === 'yes')
const rangeOf = <Value>(from: Value | null, to: Value | null) => (from === null && to === null ? null : { from, to })

export function ruleBody(values: RuleValues) {
  const days = rangeOf(countOrNull(values.daysFrom), countOrNull(values.daysTo))
  const earlier = rangeOf(countOrNull(values.earlierFrom), countOrNull(values.earlierTo))
  const conditions = {
    days: days && { since: values.since, ...days },
    ordered: rangeOf(textOf(values.orderedFrom), textOf(values.orderedTo)),
    skus: values.skus,
    categories: values.categories,
    countries: values.countries,
    regions: values.regions,
    lineValue: rangeOf(textOf(values.lineFrom), textOf(values.lineTo)),
    orderValue: rangeOf(textOf(values.orderFrom), textOf(values.orderTo)),
    reasons: values.reasons,
    quantity: rangeOf(countOrNull(values.quantityFrom), countOrNull(values.quantityTo)),
    earlierReturns: earlier && { days: countOrNull(values.earlierDays) ?? 30, ...earlier },
    serialNumbered: flagOf(values.serialNumbered),
    deliveryException: flagOf(values.deliveryException),
    customer: values.customer === '' ? null : values.customer,
  } satisfies ReturnConditions
  const outcomes = {
    answer:
      values.answer === ''
        ? null
        : {
            answer: values.answer,
            text: values.text,
            exemption: values.answer === 'refused' && values.exemption !== '' ? values.exemption : null,
          },
    until:
      values.untilDays === '' && values.untilDay === ''
        ? null
        : { since: values.untilSince, days: countOrNull(values.untilDays), day: textOf(values.untilDay) },
    fee: textOf(values.fee),
    resolutions: values.resolutions.length === 0 ? null : values.resolutions,
    options: values.options.length === 0 ? null : values.options,
    keep: flagOf(values.keep),
  } satisfies ReturnOutcomes
  return { kind: 'rule' as const, name: values.name, active: values.active, conditions, outcomes }
}

const FIELDS: Readonly<Record<string, keyof RuleValues>> = {
  'conditions.days.from': 'daysFrom',
  'conditions.days.to': 'daysTo',
  'conditions.ordered.from': 'orderedFrom',
  'conditions.ordered.to': 'orderedTo',
  'conditions.lineValue.from': 'lineFrom',
  'conditions.lineValue.to': 'lineTo',
  'conditions.orderValue.from': 'orderFrom',
  'conditions.orderValue.to': 'orderTo',
  'conditions.quantity.from': 'quantityFrom',
  'conditions.quantity.to': 'quantityTo',
  'conditions.earlierReturns.days': 'earlierDays',
  'outcomes.answer.text': 'text',
  'outcomes.until.days': 'untilDays',
  'outcomes.until.day': 'untilDay',
}

/** Maps a path of the body to a form field: 'conditions.skus.0' is 'skus'. */
export function ruleFieldOf(path: string): string {
  return FIELDS[path] ?? /^(?:conditions|outcomes)\.(\w+)/.exec(path)?.[1] ?? path
}
