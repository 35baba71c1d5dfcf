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

/** A host of a URL with the port that it is asked at. */
export type Target = { host: string; port: number }

export type AddressRules = {
  /** Whether the portal's configuration allows a host by its name or address: then plain http will do, any network and any port. */
  isNamed(target: Target): boolean
  /** Whether something may be sent to an address that a host's name stands for. */
  isOpen(target: Target, address: string): boolean
  /** Whether something may be sent to a port: 443 and 80 are the web's, any other has to be allowed for the host. */
  isOpenPort(target: Target, address?: string): boolean
}

const WEB_PORTS = [443, 80]

/**
 * Where webhooks may send to: addresses of the internet at the ports of the web, and what PORTAL_WEBHOOK_ALLOW names:
 * hosts, addresses, networks like 10.1.0.0/16, at any port or, with `:8443` behind it, at that one alone. Nobody may have
 * the portal call machines beside it that only it can reach, nor try the ports of others.
 */
export function addressRules(allow: readonly string[]): AddressRules {
  const entries = allow.flatMap((entry) => readEntry(entry) ?? []).map(matcherOf)
  const closed = listOf([...PRIVATE_V4, ...PRIVATE_V6])
  const open = listOf(PUBLIC_V6)
  const isPublic = (address: string) =>
    isIP(address) === 4
      ? !contains(closed, address)
      : isIP(address) === 6 && contains(open, address) && !contains(closed, address)
  const isAllowed = ({ host, port }: Target, address: string) =>
    entries.some((allows) => allows(bareHost(host), port) || allows(address, port))
  return {
    isNamed: (target) => isAllowed(target, bareHost(target.host)),
    isOpen: (target, address) => isAllowed(target, address) || isPublic(address),
    isOpenPort: (target, address = bareHost(target.host)) =>
      WEB_PORTS.includes(target.port) || isAllowed(target, address),
  }
}

/** Whether a text names a host, an address or a network, as PORTAL_WEBHOOK_ALLOW may. */
export function isAllowEntry(text: string): boolean {
  return readEntry(text) !== undefined
}

type Entry = { name: string; port: number | undefined }

function readEntry(text: string): Entry | undefined {
  // An address of IPv6 has colons of its own: it stands in brackets where a port follows.
  const [, bracketed, plain, digits] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? []
  const name = bracketed ?? plain ?? text
  const port = digits === undefined ? undefined : Number(digits)
  if (port === 0 || (port ?? 0) > 65_535) return undefined
  return isNetwork(name) || HOST.test(name) ? { name, port } : undefined
}

const HOST = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/i

function matcherOf({ name, port }: Entry): (hostOrAddress: string, port: number) => boolean {
  const list = isNetwork(name) ? listOf([name]) : undefined
  const host = name.toLowerCase()
  return (given, at) =>
    (port === undefined || port === at) && (list === undefined ? given === host : contains(list, given))
}

/** Whether a text is an address, or a network like 10.1.0.0/16. */
export function isNetwork(text: string): boolean {
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

/** Who a URL is sent to, and at which port. */
export function targetOf({ hostname, port, protocol }: URL): Target {
  return { host: bareHost(hostname), port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port) }
}
