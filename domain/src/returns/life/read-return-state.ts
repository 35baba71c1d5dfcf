import { RETURN_STATE_CODES, RETURN_STATES, type ReturnState } from './return-state.ts'

const plain = (text: string) => text.toLowerCase().replaceAll(/[\s_-]+/g, '')

/** What warehouses write besides. */
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

/** No words are longer; what is, is not looked through. */
const LONGEST = 100

const STATE_BY_SPELLING = new Map<string, ReturnState>([
  ...RETURN_STATE_CODES.flatMap((state) => [
    [plain(state), state] as const,
    [plain(RETURN_STATES[state]), state] as const,
  ]),
  ...Object.entries(OTHER_SPELLINGS),
])

/** What became of what came back, by its name however it is written, or by what warehouses call it; undefined for other words. */
export function readReturnState(text: string): ReturnState | undefined {
  return text.length > LONGEST ? undefined : STATE_BY_SPELLING.get(plain(text))
}
