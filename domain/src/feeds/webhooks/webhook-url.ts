/**
 * Why deliveries cannot be sent to an address, in words; undefined where they can, as far as the address itself tells:
 * what its name stands for is looked at whenever something is delivered. `isAllowed` says whether the portal's own
 * configuration names the host, at this port.
 */
export function whyNotUrl(text: string, isAllowed: (host: string, port: number) => boolean): string | undefined {
  if (!URL.canParse(text)) return 'An address looks like https://example.com/hooks'
  const { protocol, username, password, hash, hostname, port } = new URL(text)
  if (protocol !== 'https:' && protocol !== 'http:') return 'An address begins with https://'
  if (username !== '' || password !== '') return 'An address holds no username and no password'
  if (hash !== '') return 'An address has no part behind a #'
  if (isAllowed(hostname, Number(port || (protocol === 'https:' ? 443 : 80)))) return undefined
  if (protocol === 'http:') return 'An address begins with https://: what is sent to it must be private on its way'
  if (LOCAL.test(hostname)) return 'This address is of a private network: give one that the internet knows'
  if (port !== '' && port !== '80')
    return `An address has port 443 or 80: ask the operator of the portal to allow ${hostname}:${port}`
  return undefined
}

const LOCAL = /^(?:[^.:]+|.*\.(?:localhost|local|internal|lan|home\.arpa))\.?$/
