import { notify } from '../../kit/notify/notify.ts'
import { messageOf } from '../../kit/server/api-error.ts'
import { returnsChanged } from './returns-queries.ts'

/** Changes the book, shows a notification of the outcome, and waits until the screen is up to date. */
export async function notifyOutcome(act: () => Promise<{ readonly message: string }>): Promise<void> {
  try {
    notify.success((await act()).message)
  } catch (error) {
    notify.danger(messageOf(error))
  }
  await returnsChanged()
}
