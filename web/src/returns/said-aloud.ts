import { notify } from '../kit/notify/notify.ts'
import { messageOf } from '../kit/server/api-error.ts'
import { returnsChanged } from './returns-queries.ts'

/** Does something and says what became of it. */
export async function saidAloud(act: () => Promise<{ readonly message: string }>): Promise<void> {
  try {
    notify.success((await act()).message)
  } catch (error) {
    notify.danger(messageOf(error))
  }
  void returnsChanged()
}
