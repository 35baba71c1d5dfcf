import { feeds } from '@despatch/contract/feeds/feeds'
import { bind } from '../app/bind.ts'
import { Refusal } from '../app/refusal.ts'

const later = async () => {
  throw new Refusal('unavailable', 'Not yet.')
}
export const feedRoutes = bind(feeds, { orders: later, mappings: later, saveMapping: later })
