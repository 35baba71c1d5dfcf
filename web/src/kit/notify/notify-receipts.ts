import { notify } from './notify.ts'

const MAX_TOLD = 3

/** Says what a command did, with the reasons of the first that it left as they were. */
export function notifyReceipts<Receipt extends { readonly isDone: boolean; readonly message: string }>(
  { message, receipts }: { readonly message: string; readonly receipts: readonly Receipt[] },
  textOf: (receipt: Receipt) => string = (receipt) => receipt.message,
): void {
  const left = receipts.filter(({ isDone }) => !isDone)
  if (left.length === 0) notify.success(message)
  else notify.info([message, ...left.slice(0, MAX_TOLD).map(textOf)].join(' '))
}
