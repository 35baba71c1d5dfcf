import { notify } from './notify.ts'

const MAX_REASONS = 3

/** Notifies the user of a command's result, with the reasons for the first records that it left unchanged. */
export function notifyReceipts<Receipt extends { readonly isDone: boolean; readonly message: string }>(
  { message, receipts }: { readonly message: string; readonly receipts: readonly Receipt[] },
  textOf: (receipt: Receipt) => string = (receipt) => receipt.message,
): void {
  const unchanged = receipts.filter(({ isDone }) => !isDone)
  if (unchanged.length === 0) notify.success(message)
  else notify.info([message, ...unchanged.slice(0, MAX_REASONS).map(textOf)].join(' '))
}
