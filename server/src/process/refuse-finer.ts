import { finerThanCurrency } from '@despatch/domain/money/minor-units'
import { refuseFields } from './app-error.ts'

/** Throws an AppError (400) at the field `path` for an amount, a decimal text, that is finer than the minor unit of its currency. */
export function refuseFiner(path: string, text: string, currency: string): void {
  const message = finerThanCurrency(text, currency)
  if (message !== undefined) throw refuseFields([{ path, message }])
}
