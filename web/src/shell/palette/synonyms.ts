/** Words that people use for the same thing; a phrase is meant only whole. */
const SAME: readonly (readonly string[])[] = [
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

/** What else may be meant by a word that is typed, in the plural too. */
export const MEANT_BY: ReadonlyMap<string, readonly string[]> = meanings()

function meanings(): Map<string, string[]> {
  const all = new Map<string, string[]>()
  const add = (word: string, others: readonly string[]) => all.set(word, [...(all.get(word) ?? []), ...others])
  for (const group of SAME)
    for (const word of group) {
      const others = group.filter((other) => other !== word)
      add(word, others)
      if (!word.endsWith('s')) add(`${word}s`, others)
    }
  return all
}
