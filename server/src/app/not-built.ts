import { Refusal } from './refusal.ts'

export async function notBuilt(): Promise<never> {
  throw new Refusal('unavailable', 'Not built yet')
}
