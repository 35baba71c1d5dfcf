/** Groups of synonyms. A phrase matches only as a whole. */
const SYNONYM_GROUPS: readonly (readonly string[])[] = [
  ['release', 'free', 'unhold', 'resume'],
  ['suspend', 'hold', 'pause', 'stop', 'block'],
  ['cancel', 'void', 'abort'],
  ['amend', 'edit', 'change', 'correct', 'modify'],
  ['create', 'add', 'new', 'make'],
  ['export', 'download', 'excel', 'csv', 'spreadsheet'],
  ['dark', 'night', 'black'],
  ['light', 'day', 'bright', 'white'],
  ['colours', 'colors', 'theme', 'appearance', 'mode'],
  ['sign out', 'logout', 'logoff', 'log out', 'log off', 'exit', 'quit'],
  ['two-factor', '2fa', 'mfa', 'otp', 'authenticator'],
  ['despatch', 'dispatch', 'ship', 'shipping', 'shipment'],
  ['carrier', 'courier', 'haulier'],
  ['parcel', 'package', 'box', 'consignment'],
  ['delivery', 'tracking', 'track'],
  ['price', 'rate', 'tariff', 'cost', 'charge'],
  ['capacity', 'cap', 'volume', 'limit'],
  ['limit', 'maximum'],
  ['active dates', 'holiday', 'calendar'],
  ['invoice', 'bill', 'billing'],
  ['return', 'refund', 'rma'],
  ['stock', 'inventory'],
  ['sku', 'product', 'item', 'goods'],
  ['user', 'staff', 'people', 'login', 'account'],
  ['role', 'permission', 'access', 'right'],
  ['client', 'retailer', 'merchant', 'shop'],
  ['activity', 'audit', 'log'],
  ['exception', 'problem', 'late', 'delayed'],
  ['claim', 'compensation', 'lost', 'damaged'],
  ['enquiry', 'search', 'find', 'lookup'],
  ['metrics', 'kpi', 'dashboard', 'figures'],
  ['feed', 'import', 'upload'],
  ['webhook', 'callback', 'integration'],
  ['api key', 'token', 'integration'],
  ['shortcuts', 'keys', 'hotkeys', 'help'],
  ['settings', 'preferences', 'options', 'parameters'],
  ['notifications', 'alerts', 'messages'],
]

/** The synonyms of a word or phrase, also of its plural. */
export const SYNONYMS_OF: ReadonlyMap<string, readonly string[]> = synonymsByWord()

function synonymsByWord(): Map<string, string[]> {
  const all = new Map<string, string[]>()
  const add = (word: string, others: readonly string[]) => all.set(word, [...(all.get(word) ?? []), ...others])
  for (const group of SYNONYM_GROUPS)
    for (const word of group) {
      const others = group.filter((other) => other !== word)
      add(word, others)
      if (!word.endsWith('s')) add(`${word}s`, others)
    }
  return all
}
