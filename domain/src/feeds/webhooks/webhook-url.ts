/**
 * Why deliveries cannot be sent to a URL; undefined if they can, judged by the URL alone: the addresses of its host are
 * checked at each delivery. `isAllowed` tells whether the portal's configuration allows the host at this port.
 */
export function webhookUrlProblem(
  text: string,
  isAllowed: (host: string, port: number) => boolean,
): string | undefined {
  if (!URL.canParse(text)) return 'An address looks like https://example.com/hooks'
  const { protocol, username, password, hash, hostname, port } = new URL(text)
  if (protocol !== 'https:' && protocol !== 'http:') return 'An address must start with https://'
  if (username !== '' || password !== '') return 'An address can’t include a username or password'
  if (hash !== '') return 'An address can’t include a part after #'
  if (isAllowed(hostname, Number(port || (protocol === 'https:' ? 443 : 80)))) return undefined
  if (protocol === 'http:') return 'An address must start with https://'
  if (LOCAL.test(hostname)) return 'This is a private network address. Enter a public one'
  if (port !== '' && port !== '80')
    return `An address must use port 443 or 80. Ask the operator of the portal to allow ${hostname}:${port}`
  return undefined
}

const LOCAL = /^(?:[^.:]+|.*\.(?:localhost|local|internal|lan|home\.arpa))\.?$/
