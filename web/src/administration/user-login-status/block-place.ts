import type { NetworkBlock, SignInBlock } from '@despatch/contract/administration/users/sign-in-blocks'

const KINDS: Readonly<Record<SignInBlock['kind'], string>> = {
  password: 'Passwords',
  code: 'One-time codes',
  reset: 'Requests for a link',
}

/** What is blocked and where: 'Passwords from 203.0.113.7'. */
export function blockPlace({ kind, scope, network }: Pick<SignInBlock, 'kind' | 'scope' | 'network'>): string {
  if (scope === 'device') return `${KINDS[kind]} on a device they have used before`
  if (scope === 'everywhere') return `${KINDS[kind]} from all unknown devices and networks`
  return `${KINDS[kind]} from ${network || 'an unknown network'}`
}

/** Groups blocks by user, in the order of each user's first block: one button unlocks a user everywhere. */
export function blocksByUser<Block extends Pick<SignInBlock, '_id'>>(blocks: readonly Block[]): Block[][] {
  const byUser = new Map<string, Block[]>()
  for (const block of blocks) byUser.set(block._id, [...(byUser.get(block._id) ?? []), block])
  return [...byUser.values()]
}

/** The same for newcomers at a network. */
export const networkPlace = ({ kind, network }: Pick<NetworkBlock, 'kind' | 'network'>): string =>
  `${KINDS[kind]} from ${network}, for people new to it`
