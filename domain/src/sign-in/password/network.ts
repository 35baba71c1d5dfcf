/**
 * The network by which sign-in counts failures: an IPv4 address itself, or the first 64 bits of an IPv6 address,
 * because a subscriber has any number of addresses below them.
 */
export function networkOf(address: string): string {
  const text = address.trim().toLowerCase().replace(/%.*$/, '')
  const mapped = /^(?:0*:)*:?ffff:(\d{1,3}(?:\.\d{1,3}){3})$/.exec(text)?.[1]
  if (mapped) return mapped
  if (!text.includes(':')) return text
  const groups = groupsOf(text)
  // ::ffff:0:0/96 in hexadecimal is an IPv4 address as well.
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return [groups[6], groups[7]].flatMap((group = 0) => [group >> 8, group & 0xff]).join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The eight groups of an IPv6 address. Groups left out by `::`, and invalid ones, are 0. */
function groupsOf(address: string): number[] {
  const [before = '', after] = address.split('::')
  const numbers = (part: string) =>
    part
      .split(':')
      .filter(Boolean)
      .map((group) => Number.parseInt(group, 16) & 0xffff)
  const [head, tail] = [numbers(before), numbers(after ?? '')]
  const missing = Math.max(8 - head.length - tail.length, 0)
  return [...head, ...Array.from({ length: missing }, () => 0), ...tail].slice(0, 8)
}
