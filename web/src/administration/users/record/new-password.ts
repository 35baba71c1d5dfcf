/** Letters and digits that look different from each other and are on every keyboard layout. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 4
const GROUP = 5

type Random = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array

/** A random password that can be read out: four groups of five characters, about 99 bits. */
export function generatePassword(random: Random = (bytes) => crypto.getRandomValues(bytes)): string {
  const letters: string[] = []
  // Skip bytes above the last multiple of the alphabet's length: they would favour its first letters.
  const most = Math.floor(256 / ALPHABET.length) * ALPHABET.length
  while (letters.length < GROUPS * GROUP) {
    for (const byte of random(new Uint8Array(GROUPS * GROUP)))
      if (byte < most) letters.push(ALPHABET[byte % ALPHABET.length] ?? '')
  }
  return Array.from({ length: GROUPS }, (_, group) => letters.slice(group * GROUP, (group + 1) * GROUP).join('')).join(
    '-',
  )
}
