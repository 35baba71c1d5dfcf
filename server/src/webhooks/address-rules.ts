import { BlockList, isIP } from 'node:net'

/** Networks that are no part of the internet, or lead back to oneself: RFC 6890 and its registry of special addresses. */
const PRIVATE_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
/** Of IPv6 the internet is this network alone, without the parts that carry other addresses or are for examples. */
const PUBLIC_V6 = ['2000::/3']
const PRIVATE_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

export type AddressRules = {
  /** Whether the portal's configuration allows a host by its name or address: then plain http will do, and any network. */
  isNamed(host: string): boolean
  /** Whether something may be sent to an address that a host's name stands for. */
  isOpen(host: string, address: string): boolean
}

/**
 * Where webhooks may send to: addresses of the internet, and what PORTAL_WEBHOOK_ALLOW names (hosts, addresses, networks
 * like 10.1.0.0/16). Nobody may have the portal call machines beside it that only it can reach.
 */
export function addressRules(allow: readonly string[]): AddressRules {
  const hosts = new Set(allow.filter((entry) => !isNetwork(entry)).map((entry) => entry.toLowerCase()))
  const allowed = listOf(allow.filter(isNetwork))
  const closed = listOf([...PRIVATE_V4, ...PRIVATE_V6])
  const open = listOf(PUBLIC_V6)
  const isPublic = (address: string) =>
    isIP(address) === 4
      ? !contains(closed, address)
      : isIP(address) === 6 && contains(open, address) && !contains(closed, address)
  return {
    isNamed: (host) => hosts.has(bareHost(host)) || contains(allowed, bareHost(host)),
    isOpen: (host, address) => hosts.has(bareHost(host)) || contains(allowed, address) || isPublic(address),
  }
}

/** Whether a text names a host, an address or a network, as PORTAL_WEBHOOK_ALLOW may. */
export function isAllowEntry(text: string): boolean {
  return isNetwork(text) || /^(?=.{1,253}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/i.test(text)
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const most = { 4: 32, 6: 128 }[isIP(address)]
  return (
    most !== undefined && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  )
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const isV4 = isIP(address) === 4
    list.addSubnet(address, bits === undefined ? (isV4 ? 32 : 128) : Number(bits), isV4 ? 'ipv4' : 'ipv6')
  }
  return list
}

function contains(list: BlockList, address: string): boolean {
  const family = isIP(address)
  // One with a zone ('fe80::1%eth0') is of this machine's own networks.
  return family !== 0 && !address.includes('%') && list.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

/** A host of a URL as a name or address of its own: without the brackets of IPv6, and a dot at its end. */
export function bareHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
}
