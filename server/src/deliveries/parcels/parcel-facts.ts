import type { FactSet } from '../../figures/facts.ts'

/** Parcels despatched, delivered and promised, by day, carrier and service, and by region. */
export const parcelFacts: FactSet = {
  name: 'parcels',
  fold: 'fold_parcel_deltas',
  rebuild: 'rebuild_parcel_facts',
  wrong: 'wrong_parcel_days_and_months',
}

/** Events that say what went wrong under way, by day, carrier and cause. */
export const exceptionFacts: FactSet = {
  name: 'exceptions',
  fold: 'fold_exception_deltas',
  rebuild: 'rebuild_exception_facts',
  wrong: 'wrong_exception_days_and_months',
}
