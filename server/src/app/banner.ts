import type { Config } from './config.ts'

const demoPassword = 'open the loading bay'
const demoAccounts = [
  ['ops.admin', 'administers the operator'],
  ['ops.user', 'works for the operator'],
  ['acme.admin', 'administers the retailer Acme'],
  ['acme.user', 'works for the retailer Acme'],
  ['birch.user', 'works for the retailer Birch'],
] as const

/** What is said when the server is ready: where it is, who can sign in, where things lie. */
export function banner(given: { config: Config; address: string; seconds: number; outbox: string }): string {
  const { config, address, seconds, outbox } = given
  const lines = [
    '',
    `Despatch is ready at ${address} (after ${seconds.toFixed(1)} s)`,
    '',
    ...(config.demo ? [...accountLines(), ''] : []),
    `Data:    ${config.databaseUrl === undefined ? config.dataDirectory : 'in the database of DATABASE_URL'}`,
    `Outbox:  ${outbox} (mail goes there, for no mail server is configured)`,
    'Stop with Ctrl-C.',
    '',
  ]
  return lines.join('\n')
}

function accountLines(): string[] {
  return [
    `Demo accounts, all with the password: ${demoPassword}`,
    ...demoAccounts.map(([name, what]) => `  ${name.padEnd(12)}${what}`),
  ]
}
