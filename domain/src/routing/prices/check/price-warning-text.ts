import { type Day, formatDayShort } from '../../../calendar/day.ts'
import { roundMoney } from '../../../money/minor-units.ts'
import { parcelText } from '../../allocation/decision-labels.ts'
import type { PriceChange } from '../compared-prices.ts'
import type { Cost, PricingMethod } from '../costing.ts'
import type { PriceWarning } from './price-check.ts'
import { costLabel, quantityText } from '../price-text.ts'

/** The quantities of a change: 'up to 3 parcels', 'above 0.25 kg up to 1 kg', '3 parcels of up to 2 kg each'. */
export function stretchText(method: PricingMethod, { from, to, of }: Pick<PriceChange, 'from' | 'to' | 'of'>): string {
  const upTo = `up to ${quantityText(method, to)}`
  const stretch = from === 0 ? upTo : `above ${quantityText(method, from)} ${upTo}`
  if (of === undefined) return stretch
  return of === 'further' ? `further parcels, ${stretch},` : `${parcelText(of)} of ${stretch} each`
}

/** 'from 18 Apr 2026 on', 'from 5 Nov 2026 to 9 Nov 2026', 'on 5 Nov 2026', 'up to 9 Nov 2026', 'on every day'. */
function daysText({ from, to }: { readonly from: Day | null; readonly to: Day | null }): string {
  if (from === null) return to === null ? 'on every day so far' : `up to ${formatDayShort(to)}`
  if (from === to) return `on ${formatDayShort(from)}`
  return `from ${formatDayShort(from)} ${to === null ? 'on' : `to ${formatDayShort(to)}`}`
}

/** '18 Apr 2026' or 'Every day'. */
export const changeDayText = ({ day }: Pick<PriceChange, 'day'>) => (day === null ? 'Every day' : formatDayShort(day))

const NO_PRICE = 'no price'
/** A price in a currency ('£4.20') or 'no price'. */
export const priceLabel = (cost: Cost | null, currency: string) =>
  cost === null ? NO_PRICE : costLabel(cost, currency)

/** The relative change of a price ('+26%', '−60%'); '' if either price is missing. */
export function shareText({ before, after }: Pick<PriceChange, 'before' | 'after'>): string {
  if (before === null || after === null || before === 0) return ''
  const percent = Math.round(((after - before) / before) * 100)
  return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)}%`
}

/** A warning as a sentence with its figures. */
export function priceWarningText(method: PricingMethod, warning: PriceWarning, currency: string): string {
  const label = (cost: Cost | null) => priceLabel(cost, currency)
  if (warning.kind === 'in-the-past')
    return `It changes the past too: what was despatched ${warning.hasGaps ? 'on some days ' : ''}${daysText(warning)} is priced otherwise, and ‘Recalculate’ updates open rows of ${warning.from !== null && warning.from === warning.to ? 'that day' : 'these days'} by it.`
  const due = (cost: Cost | null) => label(cost === null ? null : roundMoney(cost, currency))
  if (warning.kind === 'charged-otherwise' || warning.kind === 'no-secondary') {
    const what =
      warning.kind === 'no-secondary'
        ? `The secondary costing goes, from parcel ${warning.parcels} on`
        : warning.isEach
          ? 'Each parcel is charged by its own weight'
          : 'Parcels are charged by their weight together'
    const weight = method === 'By Weight Matrix' ? ` of ${quantityText(method, warning.grams)}` : ''
    return `${what}: ${parcelText(warning.parcels)}${weight} go from ${due(warning.before)} to ${due(warning.after)}.`
  }
  if (warning.kind === 'heavier-is-cheaper') {
    const { lighter, heavier, cost, heavierCost, day, isFurther } = warning
    const cheaper = method === 'By Weight Matrix' ? 'Heavier is cheaper' : 'More parcels are cheaper'
    const more = isFurther ? `${cheaper} among further parcels` : cheaper
    return `${more}: ${quantityText(method, heavier)} costs ${label(heavierCost)}, and ${quantityText(method, lighter)} ${label(cost)} (${day === null ? 'on every day' : `from ${formatDayShort(day)}`}).`
  }
  const { change, count } = warning
  if (warning.kind === 'no-price') {
    const more = count > 1 ? ` ${count} prices go.` : ''
    return `No price any more: ${stretchText(method, change)} costs ${label(change.before)} now, and has no price ${change.day === null ? 'from now on' : daysText({ from: change.day, to: null })}.${more}`
  }
  const many = count > 1 ? ` ${count} prices change by more than a quarter.` : ''
  const [was, is] = [label(change.before), label(change.after)]
  const goes = warning.isBack
    ? `cost ${was} when it last had a price, and costs ${is} now`
    : `goes from ${was} to ${is}`
  return `More than a quarter ${warning.kind === 'much-dearer' ? 'dearer' : 'cheaper'}: ${stretchText(method, change)} ${goes} (${shareText(change)}).${many}`
}
