import { invoices } from '@despatch/contract/invoices/invoices'
import type { CurrencyRate } from '@despatch/contract/invoices/settings'
import { formatDayShort, isDay } from '@despatch/domain/calendar/day'
import { z } from 'zod'
import type { ShownFields } from '../../kit/form/conflict.ts'
import { checkedBy } from './agreement-values.ts'
import { operatorToday } from '../../kit/browser/clock.ts'

/** The form's fields, as typed. */
const fields = z.object({
  rateID: z.string().optional(),
  from: z.string(),
  to: z.string(),
  rate: z.string(),
  day: z.string(),
  version: z.number().optional(),
})
export type RateValues = z.input<typeof fields>

const currencyOf = (typed: string) => typed.trim().toUpperCase()

export const rateBody = ({ rateID, from, to, rate, day, version }: RateValues) => ({
  ...(rateID && { rateID }),
  from: currencyOf(from),
  to: currencyOf(to),
  rate: rate.trim(),
  day,
  ...(version !== undefined && { version }),
})
export const rateForm = fields.superRefine(checkedBy(invoices.saveRate.body, rateBody, (path) => path))
export const RATE_LABELS = { from: 'from', to: 'to', rate: 'rate', day: 'first day' } as const
export const rateValues = (of: CurrencyRate | undefined): RateValues => ({
  ...(of && { rateID: of.rateID, version: of.version }),
  from: of?.from ?? 'EUR',
  to: of?.to ?? 'GBP',
  rate: of?.rate ?? '',
  day: of?.day ?? operatorToday(),
})
export const shownRate = ({ from, to, rate, day }: RateValues): ShownFields => ({
  from: { title: 'From', text: from },
  to: { title: 'To', text: to },
  rate: { title: 'Rate', text: rate },
  day: { title: 'First invoice date', text: isDay(day) ? formatDayShort(day) : day },
})

/** '1 EUR = 0.86 GBP'. */
export const rateText = ({ from, to, rate }: Pick<RateValues, 'from' | 'to' | 'rate'>) => `1 ${from} = ${rate} ${to}`
