import { finerThanCurrency } from '@despatch/domain/money/minor-units'
import { refuseFields } from './app-error.ts'

/** Throws an AppError (400) for the field `path` if an amount, as decimal text, has more decimals than its currency. */
export function refuseExcessDecimals(path: string, text: string, currency: string): void {
  const message = finerThanCurrency(text, currency)
  if (message !== undefined) throw refuseFields([{ path, message }])
}
