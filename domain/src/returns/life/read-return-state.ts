import { RETURN_STATE_CODES, RETURN_STATES, type ReturnState } from './return-state.ts'

const plain = (text: string) => text.toLowerCase().replaceAll(/[\s_-]+/g, '')

/** Other words that warehouses use. */
const OTHER_SPELLINGS: Readonly<Record<string, ReturnState>> = {
  requested: 'announced',
  collected: 'in_transit',
  returned: 'received',
  arrived: 'received',
  checked: 'inspected',
  returnedtostock: 'restocked',
  quarantine: 'quarantined',
  refund: 'refunded',
  refused: 'rejected',
}

/** Longer texts are never a state; skip them. */
const LONGEST = 100

const STATE_BY_SPELLING = new Map<string, ReturnState>([
  ...RETURN_STATE_CODES.flatMap((state) => [
    [plain(state), state] as const,
    [plain(RETURN_STATES[state]), state] as const,
  ]),
  ...Object.entries(OTHER_SPELLINGS),
])

/**
 * Reads a return state from its code, its title or a word that warehouses use, ignoring case and separators.
 *
 * @returns undefined for other words
 */
export function readReturnState(text: string): ReturnState | undefined {
  return text.length > LONGEST ? undefined : STATE_BY_SPELLING.get(plain(text))
}
