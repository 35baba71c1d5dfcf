import { Refusal } from './refusal.ts'

/** Stands in for a verb that is being written. */
export async function notYet(): Promise<never> {
  throw new Refusal('unavailable', 'This is not built yet.')
}
