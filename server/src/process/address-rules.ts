import { BlockList, isIP } from 'node:net'

/** Networks that are not part of the internet or lead back to this machine: RFC 6890 and its registry of special addresses. */
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
/** The only public network of IPv6, without the parts that embed other addresses or are for examples. */
const PUBLIC_V6 = ['2000::/3']
const PRIVATE_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

/** The host and port of a URL. */
export type Target = { host: string; port: number }

export type AddressRules = {
  /** Whether PORTAL_WEBHOOK_ALLOW allows a host by name or address. Then plain http, any network and any port are allowed. */
  isNamed(target: Target): boolean
  /** Whether webhooks may be sent to an address to which the host's name resolves. */
  isOpen(target: Target, address: string): boolean
  /** Whether webhooks may be sent to a port: 443 and 80, or one that is allowed for the host. */
  isOpenPort(target: Target, address?: string): boolean
}

const WEB_PORTS = [443, 80]

/**
 * Where webhooks may be sent: internet addresses at the web's ports, and hosts, addresses or networks like 10.1.0.0/16 in
 * PORTAL_WEBHOOK_ALLOW, at any port or, with `:8443`, at that one. Nobody may make the portal call machines that only it can
 * reach, or scan the ports of others.
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

/** Whether a text names a host, an address or a network, as PORTAL_WEBHOOK_ALLOW requires. */
export function isAllowEntry(text: string): boolean {
  return readEntry(text) !== undefined
}

type Entry = { name: string; port: number | undefined }

function readEntry(text: string): Entry | undefined {
  // An IPv6 address contains colons, so it is in brackets if a port follows.
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
  return (hostOrAddress, at) =>
    (port === undefined || port === at) && (list === undefined ? hostOrAddress === host : contains(list, hostOrAddress))
}

/** Whether a text is an address, or a network like 10.1.0.0/16. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const maxBits = { 4: 32, 6: 128 }[isIP(address)]
  return (
    maxBits !== undefined &&
    more.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits))
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
  // An address with a zone ('fe80::1%eth0') belongs to this machine's own networks.
  return family !== 0 && !address.includes('%') && list.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

/** Normalises the host of a URL: no IPv6 brackets, no final dot, lower case. */
export function bareHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
}

/** The host and port to which a URL is sent. */
export function targetOf({ hostname, port, protocol }: URL): Target {
  return { host: bareHost(hostname), port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port) }
}
